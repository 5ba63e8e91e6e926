import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Options } from '#server/storage/s3/options.ts'

/** What the tests use of the package, which brings no types. */
interface S3rver {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
type S3rverClass = new (options: {
  port: number
  address: string
  silent: boolean
  directory: string
  configureBuckets: { name: string }[]
}) => S3rver

/** An S3 server of its own on a temporary folder, with an empty bucket. */
export interface S3Server {
  options: S3Options
  /** Where its files lie. */
  directory: string
  close(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const S3rver = createRequire(import.meta.url)('s3rver') as S3rverClass
  const directory = await mkdtemp(join(tmpdir(), 'sitecraft-s3-'))
  const name = 'uploads'
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name }] })
  const { port } = await server.run()
  return {
    directory,
    options: {
      endpoint: `http://127.0.0.1:${port}/${name}`,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      prefix: 'site/',
    },
    async close() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
