import type { Millis } from './core.ts'
import type { Sealed } from './sealed.ts'

/** Earlier passwords, kept only while a rule asks for them. */
export interface PasswordHistoryTable {
  accountId: number
  /** argon2id. */
  passwordHash: string
  /** When it was replaced. */
  time: Millis
}
export interface SecondFactorTable {
  accountId: number
  /** Encrypted; '' while nothing is confirmed. */
  secret: Sealed
  /** Encrypted, of a set-up that waits for its first code; ''. */
  newSecret: Sealed
  /** 0: not in use. */
  confirmedTime: Millis
  /** 30-second step of the code that was used last. */
  lastStep: number
}
export interface RecoveryCodeTable {
  accountId: number
  /** HMAC with the server's key, hex. Used ones are deleted. */
  codeHash: string
}

/** A code that was sent to a phone; number and code are HMACs with the server's key, hex. */
export interface PhoneCodeTable {
  phone: string
  code: string
  expireTime: Millis
  /** Wrong ones that were typed. */
  tries: number
}
export interface PhoneCodeSentTable {
  /** HMAC of a number or an address. */
  key: string
  time: Millis
}

export interface SignInTables {
  phone_code: PhoneCodeTable
  phone_code_sent: PhoneCodeSentTable
  password_history: PasswordHistoryTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
}
