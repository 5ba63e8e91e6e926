import { mergeDiff3 } from 'node-diff3'

export interface Merged {
  text: string
  /** No place needs a person's decision. */
  clean: boolean
}

/**
 * Three-way merge by lines. Where both changed the same place, both versions stand between conflict marks. Without a
 * base every difference is such a place. Line ends are those of the local text.
 */
export function mergeTexts(base: string | null, local: string, remote: string): Merged {
  const merged = mergeDiff3(lines(local), lines(base ?? ''), lines(remote), {
    label: { a: '本地', o: '上次同步', b: '服务器' },
    excludeFalseConflicts: true,
  })
  const end = local.includes('\r\n') ? '\r\n' : '\n'
  return { text: merged.result.join(end), clean: !merged.conflict }
}

const lines = (text: string): string[] => text.split(/\r?\n/)
