import { setImmediate } from 'node:timers/promises'

/** Ids of entries that are tried; the drafts of later ones wait in their own forms. */
export const TRIED_IDS = 200_000
/** So many between two turns of the process: some milliseconds. */
const STEP = 2000

/**
 * The forms of drafts that do not say theirs, as an earlier version kept them: only a digest of the form names such a file,
 * so the ids of the entries are tried one by one.
 * @param forms digests that stand for an unknown form.
 * @param formOf the digest of the form whose key it is given.
 * @returns keys by digests, for those that were found.
 */
export async function earlierForms(
  forms: ReadonlySet<string>,
  prefix: string,
  formOf: (key: string) => string,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let id = 0; id < TRIED_IDS && found.size < forms.size; id += 1) {
    const key = `${prefix}${id}`
    const form = formOf(key)
    if (forms.has(form)) found.set(form, key)
    if (id % STEP === STEP - 1) await setImmediate()
  }
  return found
}
