/**
 * The parts of a download's stored `browser`, which is composed as `browser-version-device-type`: the version is left out, and
 * an unknown type is blank (docs/evidence.md#downloads-and-evidence).
 */
export function splitBrowserLabel(label: string): { browser: string; device: string; deviceType: string } {
  const [browser = '', , device = '', deviceType = ''] = label.split('-');
  return { browser, device, deviceType: blankUnknown(deviceType) };
}

/** A device type or an operating system as it is shown: blank when unknown. */
export function blankUnknown(text: string): string {
  return text === 'Unknown' ? '' : text;
}
