/** The second factor of accounts: a code of an authenticator app (TOTP, RFC 6238), or a recovery code. */
export { createAuthenticatorUri } from './codes.ts'
export {
  beginFactor,
  confirmFactor,
  readFactor,
  type FactorProof,
  removeFactor,
  renewRecoveryCodes,
  consumeCode,
} from './factor.ts'
