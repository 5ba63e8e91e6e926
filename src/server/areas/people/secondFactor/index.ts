/** The second factor of accounts: a code of an authenticator app (TOTP, RFC 6238), or a recovery code. */
export { uriOf } from './codes.ts'
export {
  beginFactor,
  confirmFactor,
  factorOf,
  type ProvenBy,
  removeFactor,
  renewRecoveryCodes,
  spendCode,
} from './factor.ts'
