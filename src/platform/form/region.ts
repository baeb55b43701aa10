import { keptCodes } from '../nationality-codes.js';
import { parsedPhone } from '../phone.js';

/**
 * An order's phone number as the form takes it: the dialling code without plus, and the number without it. `country` is the
 * row's country (several countries share 1, 7 and 44), null where the number does not show which. Undefined when the number is
 * not valid.
 * @param phoneCode as for `whatsappUrl`
 */
export function regionOf(
  phoneCode: string,
  phoneNumber: string,
): { region: string; country: string | null; mobile: string } | undefined {
  const number = phoneNumber.trim() === '' ? undefined : parsedPhone(phoneCode, phoneNumber);
  if (!number?.isValid()) return undefined;

  const country = (number.country && keptCodes.get(number.country)) ?? null;
  return { region: number.countryCallingCode, country, mobile: number.nationalNumber };
}
