import { expect, it } from 'vitest'
import { blocksIn, firstSides, linesIn, mergedText, piecesOf } from './pieces.ts'

const BASE = '<p>一</p>\n<p>〇</p>\n<p>二</p>\n<p>三</p>\n<p>四</p>'

it('takes what one side touched, and leaves the rest to be chosen', () => {
  const theirs = '<p>一</p>\n<p>〇</p>\n<p>别人的二</p>\n<p>三</p>\n<p>别人的四</p>'
  const mine = '<p>我的一</p>\n<p>〇</p>\n<p>二</p>\n<p>三</p>\n<p>我的四</p>'
  const pieces = piecesOf(BASE, theirs, mine, blocksIn) ?? []
  const sides = firstSides(pieces)
  expect(mergedText(pieces, sides)).toBeNull()
  const last = pieces.length - 1
  expect(pieces[last]).toEqual({
    kind: 'choice',
    theirs: '<p>别人的四</p>\n',
    mine: '<p>我的四</p>\n',
    changed: 'both',
  })
  expect(mergedText(pieces, sides.with(last, 'mine'))).toContain('<p>三</p>\n<p>我的四</p>')
  expect(
    mergedText(
      pieces,
      pieces.map(() => 'theirs'),
    ),
  ).toBe(theirs)
  expect(
    mergedText(
      pieces,
      pieces.map(() => 'mine'),
    ),
  ).toBe(mine)
})

it('matches adjacent changed blocks to each other, as long as the match is certain', () => {
  const choices = (theirs: string, mine: string): string[] =>
    (piecesOf('0\n1\n2\n3\n4\n', theirs, mine, linesIn) ?? []).flatMap((piece) =>
      piece.kind === 'choice' ? [`${piece.changed}: ${piece.theirs.trim()} | ${piece.mine.trim()}`] : [],
    )
  expect(choices('0\n1a\n2a\n3\n4\n', '0\n1\n2b\n3b\n4\n')).toEqual(['theirs: 1a | 1', 'both: 2a | 2b', 'mine: 3 | 3b'])
  // Mine took 1 away and wrote another behind 2: nothing to pair.
  expect(choices('0\n1a\n2a\n3\n4\n', '0\n2\n9\n3\n4\n')).toHaveLength(1)
})

it('does not take other line ends between blocks for a change', () => {
  const pieces =
    piecesOf('<p>1</p><p>2</p><p>3</p>', '<p>!</p><p>2</p><p>3</p>', '<p>1</p>\n<p>2</p>\n<p>?</p>', blocksIn) ?? []
  expect(mergedText(pieces, firstSides(pieces))).toBe('<p>!</p>\n<p>2</p>\n<p>?</p>')
})

it('knows who took a part away', () => {
  const pieces = piecesOf('1\n2\n3\n4\n5\n', '1\n3\n4\n5\n', '1\n2\n3\n5\n', linesIn) ?? []
  expect(pieces.filter(({ kind }) => kind === 'choice')).toEqual([
    { kind: 'choice', theirs: '', mine: '2\n', changed: 'theirs' },
    { kind: 'choice', theirs: '4\n', mine: '', changed: 'mine' },
  ])
  expect(mergedText(pieces, firstSides(pieces))).toBe('1\n3\n5')
})

it('merges two far places without a question', () => {
  const pieces = piecesOf('1\n2\n3\n4\n5', '1!\n2\n3\n4\n5', '1\n2\n3\n4\n5?', linesIn) ?? []
  expect(mergedText(pieces, firstSides(pieces))).toBe('1!\n2\n3\n4\n5?')
})

it('leaves alone what is too long to compare', () => {
  const long = 'a\n'.repeat(4000)
  expect(piecesOf(long, `${long}b`, `${long}c`, linesIn)).toBeNull()
})
