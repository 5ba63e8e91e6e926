import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import type { Conflict } from '#services/sync/core/plan.ts'
import { decodeText, encodeText } from '#services/sync/core/text.ts'
import type { FileEntry } from '#services/sync/core/tree.ts'
import { changedMeanwhileError } from '#services/sync/local/files.ts'
import { sha256Of } from '#services/sync/local/hash.ts'
import { authorOf, formatAuthor, storeBaseBytes, addLogLine, type Session } from '../context.ts'

/** Bytes. Larger texts are left to a person: comparing them would block the host's thread. */
const MAX_MERGE_BYTES = 256 * 1024

/**
 * Merges a text that both sides changed in different places: the folder gets the merged text and the server's version
 * becomes the base, so that the next plan uploads the merge like any other edit. After a kill in between, the
 * conflict's merge equals the text in the folder. Both versions are moved to the trash first.
 * @param remoteFile file with the server's bytes, verified
 * @returns whether the text was merged
 */
export async function autoMerge(session: Session, conflict: Conflict, remoteFile: string): Promise<boolean> {
  const { path, base, local, remote } = conflict
  const before = base && session.store.readText(base.sha256)
  if (!before || local.size > MAX_MERGE_BYTES || remote.size > MAX_MERGE_BYTES || before.length > MAX_MERGE_BYTES)
    return false
  const here = await readFile(await session.files.resolve(path))
  if (sha256Of(here) !== local.sha256) throw changedMeanwhileError(path)
  const theirs = await readFile(remoteFile)
  const bytes = mergeBytes(before, here, theirs)
  if (!bytes) return false
  const merged: FileEntry = { kind: 'file', sha256: sha256Of(bytes), size: bytes.length }
  const { store, trash, trees, clock } = session
  if (merged.sha256 !== local.sha256) {
    await trash.add({ path, side: 'remote', size: remote.size }, (place) => copyFile(remoteFile, place))
    await trash.add({ path, side: 'local', size: local.size }, (place) => writeFile(place, here))
    const temp = session.files.tempPath()
    try {
      await writeFile(temp, bytes)
      await session.files.place(temp, path, merged, local)
    } finally {
      await rm(temp, { force: true })
    }
    session.local.recordOwnWrite(path, merged)
  }
  store.batch(() => {
    for (const [entry, content] of [[remote, theirs] as const, [local, here] as const]) {
      storeBaseBytes(session, entry, content)
    }
    const by = authorOf(session, path)
    store.restorePoints.record({ path, side: 'remote', by, before: local, after: merged })
    trees.set('remote', path, remote)
    store.recordAgreed(path, remote, clock.now())
  })
  const who = formatAuthor(session, path, '修改')
  addLogLine(session, 'info', path, `两边的修改没有重叠，已自动合并，合并前的两个版本在回收站${who}`)
  return true
}

/** The merged text in the local version's encoding and line ends; null when a person has to decide. */
function mergeBytes(before: Uint8Array, here: Uint8Array, theirs: Uint8Array): Buffer | null {
  const [base, local, remote] = [decodeText(before), decodeText(here), decodeText(theirs)]
  if (!base || !local || !remote || local.encoding !== remote.encoding || hasMixedEnds(local.text)) return null
  const { text, clean } = mergeTexts(base.text, local.text, remote.text)
  return clean ? encodeText({ text, encoding: local.encoding }) : null
}

/** S3: a merge writes one kind of line ends, so a text with both kinds is not rewritten. */
const hasMixedEnds = (text: string): boolean => text.includes('\r\n') && /(^|[^\r])\n/.test(text)
