export const pages = import.meta.glob('./pages/*.jsx', { eager: true });
