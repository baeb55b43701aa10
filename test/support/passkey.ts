import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey in software, as a browser answers for one (WebAuthn level 3): ES256, without attestation. */
export function makePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const host = createHash('sha256').update(new URL(origin).hostname).digest();
  let counter = 0;

  /** @param flags of the authenticator: user present 1, user verified 4, a credential follows 64 */
  const authenticatorData = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([host, Buffer.from([flags]), count]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    /** The answer to `navigator.credentials.create` with this challenge. */
    registration(challenge: string) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ]);
      const data = Buffer.concat([authenticatorData(0x45), Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      // CBOR: { fmt: 'none', attStmt: {}, authData: data }
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    /** The answer to `navigator.credentials.get` with this challenge. */
    assertion(challenge: string, { verified = true } = {}) {
      const data = authenticatorData(verified ? 5 : 1);
      const client = clientData('webauthn.get', challenge);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}
