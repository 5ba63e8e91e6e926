/** Answers the new form of an address, or null to keep it as it is. The address is decoded and trimmed. */
export type RewriteAddress = (address: string) => string | null

/** A part of a text, from `start` up to `end`, and what replaces it. */
export interface Edit {
  start: number
  end: number
  text: string
}

/** Applies edits. An edit inside a part that another edit replaces is dropped. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text
  let result = ''
  let done = 0
  for (const { start, end, text: replacement } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < done) continue
    result += text.slice(done, start) + replacement
    done = end
  }
  return result + text.slice(done)
}
