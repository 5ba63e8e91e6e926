import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** In the apps' lists, before the account. */
const ISSUER = '站匠'
/** A phone's clock may be off by so many steps of 30 seconds. */
const TOLERANCE = 1
const RECOVERY_CODES = 10
const RECOVERY_LENGTH = 10
/** Without letters and digits that look alike. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 160 random bits (RFC 4226 §4), base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What a QR code tells an authenticator. `at` names the server. */
export const uriOf = (secret: string, username: string, at: string): string =>
  new TOTP({ issuer: ISSUER, label: `${username}@${at}`, secret }).toString()

/** The 30-second step of which it is the code, at most one away from now; null for a wrong one (RFC 6238 §5.2). */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: TOLERANCE })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const SIX_DIGITS = /^\d{6}$/
/** A code as an app shows it, however it is typed; null for what can be none. */
export function appCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  return SIX_DIGITS.test(code) ? code : null
}

const recoveryCode = (): string => {
  const code = Array.from({ length: RECOVERY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)] ?? '').join('')
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`
}

/** Of 49 bits each: enough where tries are counted. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, recoveryCode)
