import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type PhoneNumber,
} from 'libphonenumber-js/max';
import { dialCode } from './dial-codes.js';

const callingCodes = getCountries().map((country) => getCountryCallingCode(country));

/**
 * The address that opens WhatsApp with a message to a customer, or the reason, for staff to read, why there is none
 * (docs/screens.md#screens).
 * @param phoneCode `+60`, `60`, `0060`, or the name of the country; may be empty when the number begins with it
 * @param phoneNumber as the customer wrote it: national, with or without the leading 0, or international
 */
export function whatsappUrl(
  phoneCode: string | null,
  phoneNumber: string | null,
  text: string,
): { url: string } | { reason: string } {
  if (!phoneNumber?.trim()) return { reason: 'This order has no mobile number.' };

  const number = parsedPhone(phoneCode ?? '', phoneNumber);
  if (!number?.isValid()) return { reason: 'The mobile number of this order is not valid.' };

  return { url: `https://wa.me/${number.number.slice(1)}?text=${encodeURIComponent(text)}` };
}

/** A number that can be called: as `tel:` has it, as people read it, and its country (ISO 3166-1, null where it has none). */
type Callable = { tel: string; shown: string; country: string | null };

/** An order's phone number as it is called; null where it can't be. Code and number as for `whatsappUrl`. */
export function callable(phoneCode: string, phoneNumber: string): Callable | null {
  const number = phoneNumber.trim() === '' ? undefined : parsedPhone(phoneCode, phoneNumber);
  if (!number?.isValid()) return null;
  return { tel: number.getURI(), shown: number.formatInternational(), country: number.country ?? null };
}

/** Whether an order's phone number can be called; null when it has none. Code and number as for `whatsappUrl`. */
export function isCallable(phoneCode: string, phoneNumber: string): boolean | null {
  return phoneNumber.trim() === '' ? null : (parsedPhone(phoneCode, phoneNumber)?.isValid() ?? false);
}

/** An order's phone number as libphonenumber reads it, valid or not; undefined when it is none. Code and number as for `whatsappUrl`. */
export function parsedPhone(phoneCode: string, phoneNumber: string): PhoneNumber | undefined {
  const digits = dialCode(phoneCode).replace(/\D/g, '').replace(/^00/, '');
  const defaultCallingCode = callingCodes.find((code) => code === digits);
  const written = phoneNumber.trim().replace(/^00/, '+');
  return withoutRepeatedCode(parsePhoneNumberFromString(written, { defaultCallingCode }));
}

/**
 * The mobile number behind a code that was written twice: `+62 62812345678` is +62 812 345 678. libphonenumber
 * drops the second code itself, unless the whole could be a fixed-line number.
 */
function withoutRepeatedCode(number: PhoneNumber | undefined): PhoneNumber | undefined {
  if (!number?.nationalNumber.startsWith(number.countryCallingCode) || number.getType() === 'MOBILE') return number;

  const inner = parsePhoneNumberFromString(`+${number.nationalNumber}`);
  return inner?.getType() === 'MOBILE' ? inner : number;
}
