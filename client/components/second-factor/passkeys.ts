import { callApi } from '@/hooks/call-api';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { routes } from '@shared/routes';

/**
 * Lets the browser sign with a passkey, and returns its answer for the server.
 * @throws Error with a sentence for the member
 */
export async function signWithPasskey(): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(routes.api.passkeyOptions);
  return startAuthentication({ optionsJSON }).catch(inWords);
}

/** Lets the browser make a passkey, and returns its answer for the server. @throws Error as above */
export async function makePasskey(): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await optionsFrom<PublicKeyCredentialCreationOptionsJSON>(routes.api.newPasskeyOptions);
  return startRegistration({ optionsJSON }).catch(inWords);
}

/** Why this page can use no passkeys; undefined when it can. `host`: whose passkeys the server accepts. */
export function whyNoPasskeys(host: string | null): string | undefined {
  if (host === null) return 'Passkeys need a host name; this installation has an IP address.';
  const isHere = location.hostname === host || location.hostname.endsWith(`.${host}`);
  if (!isHere) return `Passkeys work at ${location.protocol}//${host}${location.port && `:${location.port}`}.`;
  return 'PublicKeyCredential' in window ? undefined : 'This browser has no passkeys.';
}

async function optionsFrom<Options>(path: string): Promise<Options> {
  const { status, data, message } = await callApi<Options>('post', path, {});
  if (status !== 1) throw new Error(message);
  return data;
}

function inWords(error: unknown): never {
  const { name } = error as Error;
  if (name === 'InvalidStateError') throw new Error('This device has a passkey for your account already.');
  throw new Error('The browser gave no passkey. Please try again.');
}
