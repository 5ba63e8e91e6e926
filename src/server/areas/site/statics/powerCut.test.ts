import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currentSlot, siteFolder, slotFolder, switchSlot } from '#server/storage/siteFolders.ts'
import { PowerDisk, whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'
import { Output } from './output.ts'
import { readRecord } from './slotRecord.ts'

const missing = whyNoDisk()

/** On a disk that loses at the cut what was not flushed. */
describe.skipIf(missing !== null)(`a power cut${missing ? ` (${missing})` : ''}`, () => {
  let disk: PowerDisk
  beforeAll(async () => {
    disk = await PowerDisk.make(64)
  }, 60_000)
  afterAll(() => disk.remove())

  it.each([5, 200])('leaves a built site of %i pages whole', { timeout: 60_000 }, async (count) => {
    const site = siteFolder(disk.mountPoint, count)
    mkdirSync(site, { recursive: true })
    const source = path.join(disk.mountPoint, `${count}.css`)
    writeFileSync(source, 'css'.repeat(3000))
    const names = Array.from({ length: count }, (_each, n) => `part-${n % 3}/${n}.html`)
    const output = new Output(site)
    for (const name of names) output.write(name, name.repeat(500))
    output.copy('a.css', source)
    output.finish({ pages: new Map(), files: new Map([...names, 'a.css'].map((name) => [name, 'revision'])) })
    output.close()
    await switchSlot(site, output.slot)
    await disk.cut(1, async () => undefined, 'nothing')
    await disk.on()
    expect(currentSlot(site)).toBe(output.slot)
    expect(readRecord(site, output.slot)?.files.size).toBe(count + 1)
    for (const name of names)
      expect(readFileSync(path.join(slotFolder(site, output.slot), name), 'utf8') === name.repeat(500), name).toBe(true)
    expect(readFileSync(path.join(slotFolder(site, output.slot), 'a.css'), 'utf8')).toBe('css'.repeat(3000))
  })
})
