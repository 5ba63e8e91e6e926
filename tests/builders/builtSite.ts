import { request } from 'node:http'
import { expect } from 'vitest'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { columnsOf } from './column.ts'

const WAIT = { timeout: 30_000, interval: 50 }

/** The job once it has ended. */
export async function ended(client: TestClient, jobId: number) {
  await expect.poll(async () => (await client.ok('job.findById', { id: jobId })).endDate, WAIT).not.toBe('')
  return client.ok('job.findById', { id: jobId })
}

/** Builds the static pages of a site, by default of all its columns. */
export async function buildStatics(client: TestClient, siteId = 1, columns?: readonly number[]) {
  const menuIds = columns ?? (await columnsOf(client, siteId)).map(({ id }) => id)
  const { jobId } = await client.ok('statics.buildHTML', { siteId, menuIds: [...menuIds] })
  return { ended: await ended(client, jobId), state: await client.ok('statics.state', { id: siteId }) }
}

/** The answer to a browser that asks for a page of a host. */
export const visit = (server: TestServer, host: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; text: string; body: Buffer }>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const asking = request({ hostname, port, path, headers: { host, ...headers } }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const body = Buffer.concat(parts)
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: body.toString(), body })
      })
    })
    asking.on('error', reject).end()
  })
