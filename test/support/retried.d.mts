export function countRetried(file: string, names: string[]): Promise<string[]>;
