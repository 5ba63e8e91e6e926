import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { fileURLToPath } from 'node:url'
import type { FindProxyForURL } from 'pac-resolver'
import { readUpTo } from './readUpTo.ts'
import { NetworkProblem } from './problem.ts'

const MAX_BYTES = 1024 * 1024
const TIMEOUT_MS = 10_000
/** ms. Cache time of a script; browsers also reload it when the network may have changed. */
const CACHE_MS = 15 * 60_000
/** ms. A script that runs longer, including its name lookups, is stopped. */
const RUN_MS = 5000
/**
 * ms. The script blocks the host, so one that took longer than `SLOW_MS` to fail is not tried again before `FAILED_MS`.
 */
const SLOW_MS = 1000
const RETRY_MS = 30_000

interface PacScripts {
  /** The result of the script for a URL: `PROXY a:8080; DIRECT`. @throws NetworkProblem SITECRAFT_PAC */
  find(script: string, url: URL): Promise<string>
  /** Reloads every script at its next use. */
  invalidate(): void
}

/** Runs proxy auto-configuration scripts, each in its own engine without access to this program. */
export function createPacScripts(trust: () => https.RequestOptions): PacScripts {
  const kept = new Map<string, { until: number; resolver: Promise<RunScript>; isFailure: boolean }>()
  return {
    async find(script, url) {
      const began = Date.now()
      const known = kept.get(script)
      const used =
        known && began < known.until
          ? known
          : { until: began + CACHE_MS, resolver: load(script, trust()), isFailure: false }
      kept.set(script, used)
      try {
        return await (
          await used.resolver
        )(url)
      } catch (error) {
        const now = Date.now()
        if (!used.isFailure && now - began >= SLOW_MS)
          kept.set(script, {
            until: now + RETRY_MS,
            resolver: Promise.resolve(() => rejectWith(error)),
            isFailure: true,
          })
        else if (!used.isFailure) kept.delete(script)
        throw toPacProblem(script, error)
      }
    },
    invalidate: () => kept.clear(),
  }
}

const rejectWith = async (error: unknown): Promise<never> => {
  throw error
}

const toPacProblem = (script: string, cause: unknown): NetworkProblem => {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new NetworkProblem(
    'SITECRAFT_PAC',
    `自动代理脚本 ${script} 无法使用（${why.slice(0, 200)}），请打开“网络诊断”检查脚本地址`,
    cause,
  )
}

type RunScript = (url: URL) => Promise<string>

async function load(script: string, trust: https.RequestOptions): Promise<RunScript> {
  const text = await read(script, trust)
  // Loaded on demand: both modules are large, and most people have no script.
  const [{ createPacResolver }, { QuickJS }] = await Promise.all([import('pac-resolver'), import('quickjs-wasi')])
  let until = Date.now() + RUN_MS
  const engine = await QuickJS.create({ memoryLimit: 32 * MAX_BYTES, interruptHandler: () => Date.now() > until })
  const find: FindProxyForURL = createPacResolver(engine, text)
  return (url) => {
    until = Date.now() + RUN_MS
    // As in browsers, a script must not learn the requested path.
    return find(`${url.protocol}//${url.host}/`, url.hostname)
  }
}

async function read(script: string, trust: https.RequestOptions): Promise<string> {
  const url = new URL(script)
  if (url.protocol === 'data:') return (await fetch(url)).text()
  const bytes = url.protocol === 'file:' ? await readFile(fileURLToPath(url)) : await download(url, trust)
  return bytes.toString('utf8')
}

function download(url: URL, trust: https.RequestOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'https:'
    const options = {
      ...(secure ? trust : {}),
      agent: false,
      timeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }
    const request = (secure ? https : http).get(url, options, (response) => {
      if (response.statusCode !== 200) {
        response.destroy()
        return reject(new Error(`响应 ${response.statusCode ?? 0}`))
      }
      readUpTo(response, MAX_BYTES).then((bytes) => (bytes ? resolve(bytes) : reject(new Error('大于 1 MB'))), reject)
    })
    request.once('timeout', () => request.destroy(new Error('没有响应')))
    request.once('error', reject)
  })
}
