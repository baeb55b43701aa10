import { mime } from './mails.js';

// Made with OpenSSL: `openssl cms -sign -nodetach -nocerts -binary`, with -stream for one in pieces; `openssl cms -encrypt`.

/** A mail with the text `I signed this: wo bleibt die Karte, Söhne?` and the file ticket.txt, signed in one piece. */
export const signedWhole = [
  'MIIDkQYJKoZIhvcNAQcCoIIDgjCCA34CAQExDTALBglghkgBZQMEAgEwggEuBgkqhkiG9w0BBwGgggEfBIIBG0NvbnRlbnQtVHlw',
  'ZTogbXVsdGlwYXJ0L21peGVkOyBib3VuZGFyeT0iaW4iDQoNCi0taW4NCkNvbnRlbnQtVHlwZTogdGV4dC9wbGFpbjsgY2hhcnNl',
  'dD11dGYtOA0KDQpJIHNpZ25lZCB0aGlzOiB3byBibGVpYnQgZGllIEthcnRlLCBTw7ZobmU/DQotLWluDQpDb250ZW50LVR5cGU6',
  'IGFwcGxpY2F0aW9uL29jdGV0LXN0cmVhbTsgbmFtZT0idGlja2V0LnR4dCINCkNvbnRlbnQtRGlzcG9zaXRpb246IGF0dGFjaG1l',
  'bnQ7IGZpbGVuYW1lPSJ0aWNrZXQudHh0Ig0KDQpTZWF0IDEyQQ0KLS1pbi0tDQoxggI2MIICMgIBATAmMA4xDDAKBgNVBAMMA0Fu',
  'bgIUfIP+n9NQkraWEVhKEO/8/49yBgMwCwYJYIZIAWUDBAIBoIHkMBgGCSqGSIb3DQEJAzELBgkqhkiG9w0BBwEwHAYJKoZIhvcN',
  'AQkFMQ8XDTI2MTEyOTAxMzM0NFowLwYJKoZIhvcNAQkEMSIEID4czUHbGqK1nWvMur3jQvXIleUXg2W6MskBokB5boUXMHkGCSqG',
  'SIb3DQEJDzFsMGowCwYJYIZIAWUDBAEqMAsGCWCGSAFlAwQBFjALBglghkgBZQMEAQIwCgYIKoZIhvcNAwcwDgYIKoZIhvcNAwIC',
  'AgCAMA0GCCqGSIb3DQMCAgFAMAcGBSsOAwIHMA0GCCqGSIb3DQMCAgEoMA0GCSqGSIb3DQEBAQUABIIBAEjVXK5vZyY8J8yMTikX',
  'NfnueTB/QurGJpqq5AQow1YsrZ4h8pq9oGYG4uws2U8aRE9kSewFL3snH5/hMppa7dH6O/DsPfkzqleHHxe/9V45Cz36uGJA39/c',
  'pU+gX1pF659HpjDYZHjlnndKv5TUeJVi5dhfvj2Wm+fo6FRCRs6lKD/dFG2hVlaRel03ScXZiimcTp78YxitBEHdarXqbj7uxbTj',
  'EtMCY9aPm49awxQy1TRvlIBpKCjgszQwbiX181MSNdpsH7TIJsG97Uq4oQJw2JzwF5kf9ANx/fuc6ck1SQbMpc5vYbZ025Rm4FGw',
  '0XcgKUQSFqrr5rWHHzpbmuE=',
].join('');

/** The same, in pieces of unknown length, as Outlook and Apple Mail write it. */
export const signedInPieces = [
  'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcBoIAkgASCARtDb250ZW50LVR5cGU6IG11bHRp',
  'cGFydC9taXhlZDsgYm91bmRhcnk9ImluIg0KDQotLWluDQpDb250ZW50LVR5cGU6IHRleHQvcGxhaW47IGNoYXJzZXQ9dXRmLTgN',
  'Cg0KSSBzaWduZWQgdGhpczogd28gYmxlaWJ0IGRpZSBLYXJ0ZSwgU8O2aG5lPw0KLS1pbg0KQ29udGVudC1UeXBlOiBhcHBsaWNh',
  'dGlvbi9vY3RldC1zdHJlYW07IG5hbWU9InRpY2tldC50eHQiDQpDb250ZW50LURpc3Bvc2l0aW9uOiBhdHRhY2htZW50OyBmaWxl',
  'bmFtZT0idGlja2V0LnR4dCINCg0KU2VhdCAxMkENCi0taW4tLQ0KAAAAAAAAMYICNjCCAjICAQEwJjAOMQwwCgYDVQQDDANBbm4C',
  'FHyD/p/TUJK2lhFYShDv/P+PcgYDMAsGCWCGSAFlAwQCAaCB5DAYBgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJ',
  'BTEPFw0yNjExMjkwMTMzNDRaMC8GCSqGSIb3DQEJBDEiBCA+HM1B2xqitZ1rzLq940L1yJXlF4NlujLJAaJAeW6FFzB5BgkqhkiG',
  '9w0BCQ8xbDBqMAsGCWCGSAFlAwQBKjALBglghkgBZQMEARYwCwYJYIZIAWUDBAECMAoGCCqGSIb3DQMHMA4GCCqGSIb3DQMCAgIA',
  'gDANBggqhkiG9w0DAgIBQDAHBgUrDgMCBzANBggqhkiG9w0DAgIBKDANBgkqhkiG9w0BAQEFAASCAQBI1Vyub2cmPCfMjE4pFzX5',
  '7nkwf0LqxiaaquQEKMNWLK2eIfKavaBmBuLsLNlPGkRPZEnsBS97Jx+f4TKaWu3R+jvw7D35M6pXhx8Xv/VeOQs9+rhiQN/f3KVP',
  'oF9aReufR6Yw2GR45Z53Sr+U1HiVYuXYX749lpvn6OhUQkbOpSg/3RRtoVZWkXpdN0nF2YopnE6e/GMYrQRB3Wq16m4+7sW04xLT',
  'AmPWj5uPWsMUMtU0b5SAaSgo4LM0MG4l9fNTEjXabB+0yCbBve1KuKECcNic8BeZH/QDcf37nOnJNUkGzKXOb2G2dNuUZuBRsNF3',
  'IClEEhaq6+a1hx86W5rhAAAAAAAA',
].join('');

/** The same, encrypted. */
export const encrypted = [
  'MIICrgYJKoZIhvcNAQcDoIICnzCCApsCAQAxggFCMIIBPgIBADAmMA4xDDAKBgNVBAMMA0FubgIUfIP+n9NQkraWEVhKEO/8/49y',
  'BgMwDQYJKoZIhvcNAQEBBQAEggEAmT2btHO5Y8FaFY9qYbggYZdww5fLE5AGWiFqjsKSdz+v01dIt2OCjOUyd5GXDjKeg2ipUreA',
  '8nepg0WViTiRAcZfRoZwny4/U5XWW8Prm4gXKWLBwg3UnaNE4OSrUohFAUepsP2+Ns+ZjKxQRc0bL9chDJRC2qP4ijvk9oPerGG+',
  'dk/6pYNvZOshTYtQ7KtapIuuDvXnI2DUHgvrtjCPKgfDaOBRsX2d0YiLFv5W65KDFpE4XrDVbpXVwLj91jrBtxLOd8XBEbKzKKwe',
  'f4gZED8jg0mGRin20Z7OGXrlAXpXWgtVgmJrWAQTzdDzkVURrKCdJQrB7a8oMK9aXJQPmTCCAU4GCSqGSIb3DQEHATAdBglghkgB',
  'ZQMEAQIEEP2m1KHNwaKVdJ3t8UQgGT6AggEg2+1vJojtDSIFCwL/ZfJUap3VuUoY63AX1L061WDsJ8hR73+jwHuhySSquHNrq323',
  '946iLZiV4M+sibEM9RgHjwtm+oB8u/IFy/gp3QFdOBbc2f6jms9ujb+QUeKRYmWECU/ZQ1CpWk/5mugjMu8qDcFU81FS1C7wunqM',
  'S2Ujzwj92dMMKgi8nBXQIyslco0ypNhilwE2fjU5qaL09bVRdSmFHx6wTLNQJIpza2q+mU44sfthO7I8nkEbW5ECLKn5VUkVS/3X',
  '9Ust7te4aUYnOsRp83lAk8azLs2gsS3BVeS1RlG+0syfA2Wa6Aeb7MeimJlVHdZNu78f+kHvP0tOUnsyWd+Sdir+q/q9YlDQugN+',
  'rG8iXFSxbgW/d+nPFJxM',
].join('');

/** A mail that is nothing but a sealed one. */
export function sealed(base64: string, type = 'signed-data'): Buffer {
  const whole = mime().toString();
  const head = whole.slice(0, whole.indexOf('Content-Type:'));
  const part = `Content-Type: application/x-pkcs7-mime; smime-type=${type}; name="smime.p7m"\r\nContent-Transfer-Encoding: base64`;
  return Buffer.from(`${head}${part}\r\n\r\n${base64.replace(/(.{76})/g, '$1\r\n')}\r\n`);
}
