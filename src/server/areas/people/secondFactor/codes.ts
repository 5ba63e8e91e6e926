import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Shown by authenticator apps before the account. */
const ISSUER = '站匠'
/** Allowed clock difference, in steps of 30 seconds. */
const TOLERANCE_STEPS = 1
const RECOVERY_CODE_COUNT = 10
const RECOVERY_CODE_LENGTH = 10
/** Without characters that look alike. */
const CHARACTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 160 random bits (RFC 4226 §4), base32. */
export const createSecret = (): string => new Secret({ size: 20 }).base32

/** The URI for the QR code of an authenticator app. `at` names the server. */
export const createAuthenticatorUri = (secret: string, username: string, at: string): string =>
  new TOTP({ issuer: ISSUER, label: `${username}@${at}`, secret }).toString()

/** The 30-second step that a code belongs to, at most one step from now; null for a wrong code (RFC 6238 §5.2). */
export function findTimeStep(secret: string, code: string, now: Date): number | null {
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: TOLERANCE_STEPS })
  return delta === null ? null : totp.counter({ timestamp }) + delta
}

const SIX_DIGITS = /^\d{6}$/
/** Normalizes a typed app code; null if it can't be one. */
export function parseAppCode(typed: string): string | null {
  const code = typed.normalize('NFKC').replace(/\s/g, '')
  return SIX_DIGITS.test(code) ? code : null
}

const createRecoveryCode = (): string => {
  const code = Array.from({ length: RECOVERY_CODE_LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)] ?? '').join(
    '',
  )
  return `${code.slice(0, RECOVERY_CODE_LENGTH / 2)}-${code.slice(RECOVERY_CODE_LENGTH / 2)}`
}

/** Each code has 49 bits, which suffices because attempts are limited. */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, createRecoveryCode)
