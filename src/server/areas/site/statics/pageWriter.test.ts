import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AppError } from '#shared/errors/index.ts'
import { PageWriter } from './pageWriter.ts'

it('a page that the disk does not take is named with the reason, and those before it are there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-writer-'))
  const writer = new PageWriter()
  try {
    writer.write(join(folder, 'a.html'), 'first', false)
    writer.write(join(folder, `${'字'.repeat(90)}.html`), 'too long', false)
    let thrown: unknown
    try {
      writer.wait()
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(AppError)
    expect(thrown).toMatchObject({ code: 'invalid', message: expect.stringContaining('的路径过长，请缩短名称') })
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toBe('first')
  } finally {
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

it('writes pages of many folders and of one large folder whole, and waits for all of them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-writer-'))
  const writer = new PageWriter()
  try {
    const paths = Array.from({ length: 3000 }, (_, at) => join(at < 1500 ? `f${at % 7}` : 'large', `${at}.html`))
    for (const path of new Set(paths.map((each) => join(folder, each, '..')))) mkdirSync(path, { recursive: true })
    for (const path of paths) writer.write(join(folder, path), `page ${path}`, false)
    writer.wait()
    expect(readdirSync(join(folder, 'large'))).toHaveLength(1500)
    for (const path of paths) expect(readFileSync(join(folder, path), 'utf8')).toBe(`page ${path}`)
  } finally {
    writer.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
