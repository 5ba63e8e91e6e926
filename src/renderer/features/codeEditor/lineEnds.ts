/** The line ends that the editor keeps, and whether the text has others as well, which a save then changes. */
export interface LineEnds {
  ends: 'LF' | 'CRLF'
  mixed: boolean
}

/** Determines the line ends as the editor does: one kind for the whole text, the more frequent one. */
export function lineEndsOf(text: string): LineEnds {
  let crlf = 0
  let lf = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1
    else lf += 1
  }
  // A lone carriage return is a line end too.
  let alone = -crlf
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) alone += 1
  const ends = crlf + alone > lf ? 'CRLF' : 'LF'
  return { ends, mixed: alone > 0 || (crlf > 0 && lf > 0) }
}
