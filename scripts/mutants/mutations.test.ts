import { describe, expect, test } from 'vitest'
import { type Kind, editsOf } from './mutations.ts'
import { applyEdit } from './sample.ts'

/** The texts that mutations of one kind make. */
const made = (kind: Kind, text: string): string[] =>
  editsOf('a.tsx', text)
    .filter((edit) => edit.kind === kind)
    .map((edit) => applyEdit(text, edit))

describe('each kind of mutation', () => {
  const cases: [Kind, string, string[]][] = [
    ['dropped where', "db.from('a').where('id', '=', id).all()", ["db.from('a').all()"]],
    ['dropped filter, sort or lock', 'list.filter(isOpen).map(f)', ['list.map(f)']],
    ['removed guard', 'if (!may) throw refuse()\nsave()', [';\nsave()']],
    ['flipped condition', 'if (isOpen) close()', ['if (!(isOpen)) close()']],
    ['flipped condition', 'const is = a === b', ['const is = a !== b']],
    ['moved boundary', 'const is = a < b', ['const is = a <= b']],
    ['swapped && and ||', 'const is = a && b', ['const is = a || b']],
    ['other arithmetic', 'const n = size + 1', ['const n = size - 1']],
    ['swapped arguments', 'move(from, to)', ['move(to, from)']],
    ['removed call', 'clear(cache)', [';']],
    ['removed await', 'async () => { await file.sync() }', ['async () => { ; }']],
    [
      'returned constant',
      'function is(): boolean { return test() }',
      ['function is(): boolean { return true }', 'function is(): boolean { return false }'],
    ],
    [
      'returned constant',
      'const all = async (): Promise<string[] | null> => find()',
      ['const all = async (): Promise<string[] | null> => null'],
    ],
    ['flipped boolean', 'open({ force: true })', ['open({ force: false })']],
    ['changed number', 'wait(9)', ['wait(10)']],
    ['changed number', 'const LIMIT = 8_000_000', ['const LIMIT = 16000000']],
    ['removed call', "log.warn({ id }, 'late')", [';']],
    ['dropped property', "log.warn({ id }, 'late')", []],
    ['emptied string', "log.error({ id }, 'late')", []],
    ['emptied string', "say('已保存')", ["say('')"]],
    ['dropped property', 'save({ id, name })', ['save({ name })', 'save({ id})']],
    ['dropped property', 'save({\n  id,\n})', ['save({\n  })']],
  ]
  test.each(cases)('%s: %s', (kind, text, expected) => {
    expect(made(kind, text)).toEqual(expected)
  })
})

test('types, imports, keys, looks and log lines for developers are left alone', () => {
  const text = `import { a } from 'b'
type Kind = 'x' | 'y'
const useStyles = makeStyles({ root: { color: 'red', width: '10px' } })
log.debug({ count: 1 }, 'done')
const el = <div className="wide" size="small">{a}</div>
throw new Error('internal')
`
  expect(editsOf('a.tsx', text)).toEqual([])
})
