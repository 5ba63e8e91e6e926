import type { Generated } from 'kysely'
import type { Flag, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

export interface SensitiveWordTable {
  id: Generated<number>
  sensitiveWord: string
  /** The word as foldWord has it; unique. */
  folded: string
  /** What to write instead; '' for nothing. */
  propWord: string
  /** 0: none. */
  classId: Generated<number>
  createTime: Millis
  /** Counts the saves. */
  version: Generated<number>
  /** Username. */
  updatedBy: string
  updateTime: Millis
}

/** Words that are alike; a forbidding one asks people before an entry with one of them is published. */
export interface SensitiveClassTable extends Saved {
  id: Generated<number>
  title: string
  isForbidding: Flag
  createTime: Millis
}

/** Who may agree to words of a forbidding class. */
export interface SensitiveClassPersonTable {
  classId: number
  accountId: number
}

export interface SensitiveTables {
  sensitive_class: SensitiveClassTable
  sensitive_class_person: SensitiveClassPersonTable
  sensitive_word: SensitiveWordTable
}
