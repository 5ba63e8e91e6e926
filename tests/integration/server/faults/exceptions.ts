import type { ApiName } from '#shared/contract/registry.ts'

/** Where a change is deliberately not all or nothing. */
export interface Exception {
  of: readonly ApiName[]
  /** The steps that may break so. */
  step: RegExp
  /** Tables and files that a failed call may have changed. */
  keeps: RegExp
  why: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    of: ['upload.image'],
    step: /./,
    keeps: /^blob$/,
    why: 'the row of the bytes comes before them, so that they are known and swept',
  },
  {
    of: ['crossCopy.copy', 'copyLog.retry'],
    step: /./,
    keeps: /^copy_log$/,
    why: 'each entry stands for itself, and what could not be copied stands in the copy log',
  },
]

/** The state of the whole server decides: each is asked on a server of its own. */
export const ALONE: ReadonlySet<ApiName> = new Set([
  'backup.start',
  'fieldCommon.draft',
  'fieldCommon.updateSort',
  'systemMessage.save',
  'security.saveSettings',
] as const)

/** Rows of the matrix that are answered with an error, and where they stand instead. */
export const NOT_ASKED: Partial<Record<ApiName, string>> = {
  'column.restore': 'needs a column in the bin: see moreRows',
  'redirect.importData': 'takes an upload of one’s own: see moreRows',
  'account.importSheet': 'as redirect.importData',
  'dictionary.importSheet': 'as redirect.importData',
  'member.importData': 'as redirect.importData',
  'sensitive.importData': 'as redirect.importData',
  'netWorth.importData': 'as redirect.importData',
}
