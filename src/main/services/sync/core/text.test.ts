import fc from 'fast-check'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { mergeTexts } from '#shared/util/mergeTexts.ts'
import { decodeText, encodeText, compareLineEnds, differOnlyInLineEnds } from './text.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

test('[S37] text keeps its encoding: what is decoded encodes to the same bytes', () => {
  expect(decodeText(iconv.encode('你好，模板', 'gbk'))).toEqual({ text: '你好，模板', encoding: 'gb18030' })
  expect(decodeText(bytes('\uFEFF你好'))).toEqual({ text: '你好', encoding: 'utf-8-bom' })
  expect(decodeText(bytes('a\r\nb'))).toEqual({ text: 'a\r\nb', encoding: 'utf-8' })
  expect(decodeText(Buffer.from([1, 0, 2]))).toBeNull()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (raw) => {
      const text = decodeText(raw)
      if (text) expect(encodeText(text)).toEqual(Buffer.from(raw))
    }),
  )
})

test('[S3] a difference in line ends alone is seen as such', () => {
  expect(differOnlyInLineEnds(bytes('a\r\nb\r\n'), bytes('a\nb\n'))).toBe(true)
  expect(differOnlyInLineEnds(bytes('a\nb'), bytes('a\nb\n'))).toBe(false)
  expect(differOnlyInLineEnds(bytes('a\n'), bytes('\uFEFFa\n'))).toBe(false)
})

test.each([
  ['both say the same: the server stays', 'a\n', 'b\r\n', 'b\n', 'take-remote'],
  ['only line ends here, an edit there', 'a\n', 'a\r\n', 'b\n', 'take-remote'],
  ['an edit here, only line ends there', 'a\n', 'b\n', 'a\r\n', 'take-local'],
  ['two edits', 'a\n', 'b\n', 'c\n', 'conflict'],
  ['no base, line ends only', null, 'a\r\n', 'a\n', 'take-remote'],
  ['no base, two texts', null, 'a', 'b', 'conflict'],
])('[S3] %s', (_title, base, local, remote, verdict) => {
  expect(compareLineEnds(base === null ? null : bytes(base), bytes(local), bytes(remote))).toBe(verdict)
})

test('edits in different places merge cleanly, in the local line ends', () => {
  const merged = mergeTexts('1\n2\n3\n4\n5', '1a\r\n2\r\n3\r\n4\r\n5', '1\n2\n3\n4\n5b')
  expect(merged).toEqual({ text: '1a\r\n2\r\n3\r\n4\r\n5b', clean: true })
})

test('edits in one place stand between marks that name both sides', () => {
  const merged = mergeTexts('1\n2\n3', '1\nx\n3', '1\ny\n3')
  expect(merged.clean).toBe(false)
  for (const part of ['<<<<<<< 本地', 'x', '=======', 'y', '>>>>>>> 服务器']) expect(merged.text).toContain(part)
})
