import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from './harness.ts'
import { HOST_ENTRY } from './hostProcess.ts'

function failedStart(args: string[]): Promise<{ code: unknown; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [HOST_ENTRY, ...args], (error, _out, text) => resolve({ code: error?.code, text }))
  })
}

describe('the browser host that can’t start', () => {
  it('says that the port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    expect(await failedStart(['--data', await tempFolder(), '--port', port])).toEqual({
      code: 1,
      text: `端口 ${port} 已被占用，请用 --port 换一个，或不写 --port 让系统选择\n`,
    })
  })
  it('says that the port is no port', async () => {
    const { code, text } = await failedStart(['--data', await tempFolder(), '--port', 'abc'])
    expect([code, text]).toEqual([1, '端口必须是 0 到 65535 之间的整数，而不是“abc”\n'])
  })
  it('says that the data folder is none', async () => {
    const file = join(await tempFolder(), 'file')
    await writeFile(file, '')
    expect(await failedStart(['--data', file])).toEqual({ code: 1, text: `${file} 不是文件夹，请用 --data 换一个\n` })
  })
})
