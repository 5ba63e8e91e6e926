import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** MB that V8 keeps for new objects after a program made many that last a while. */
async function young(before: string): Promise<number> {
  const program = `${before}
    const { getHeapSpaceStatistics } = await import('node:v8')
    const kept = []
    for (let i = 0; i < 400_000; i++) kept.push({ i, text: 'x' + i })
    console.log(getHeapSpaceStatistics().find((each) => each.space_name === 'new_space').space_size)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
  return Number(stdout) / 1024 ** 2
}

it('keeps the room for new objects small, however many there are', async () => {
  const plain = await young('')
  const small = await young(`await import(${JSON.stringify(new URL('./nurserySize.ts', import.meta.url).href)})`)
  expect(small).toBeLessThan(plain / 4)
})
