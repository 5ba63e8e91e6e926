import type { Generated } from 'kysely'
import type { Millis } from './core.ts'

export interface SensitiveWordTable {
  id: Generated<number>
  sensitiveWord: string
  /** The word as foldWord has it; unique. */
  folded: string
  /** What to write instead; '' for nothing. */
  propWord: string
  createTime: Millis
  /** Counts the saves. */
  version: Generated<number>
  /** Username. */
  updatedBy: string
  updateTime: Millis
}

export interface SensitiveTables {
  sensitive_word: SensitiveWordTable
}
