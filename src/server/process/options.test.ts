import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { findResources } from './resources.ts'

describe('the options of the server process', () => {
  it('have defaults: this machine only, port 8765, the user’s data folder', () => {
    const options = readOptions([], {})
    expect(options).toMatchObject({ command: 'serve', host: '127.0.0.1', port: 8765, logLevel: 'warn', user: 'admin' })
    expect(options).toMatchObject({ databaseUrl: undefined, corsOrigins: [], parentWatch: false, mock: false })
    expect([readOptions([], { SITECRAFT_MOCK: '1' }).mock, readOptions([], { SITECRAFT_MOCK: '0' }).mock]).toEqual([
      true,
      false,
    ])
    expect(options.dataDir.startsWith(os.homedir())).toBe(true)
  })
  it('are taken from the arguments before the environment', () => {
    const env = {
      SITECRAFT_PORT: '1',
      SITECRAFT_HOST: 'a',
      SITECRAFT_DATA: '/env',
      SITECRAFT_CORS: 'https://a, https://b',
      SITECRAFT_TRUSTED_PROXIES: '10.0.0.0/8',
    }
    expect(readOptions([], env)).toMatchObject({
      port: 1,
      host: 'a',
      corsOrigins: ['https://a', 'https://b'],
      trustedProxies: ['10.0.0.0/8'],
    })
    const options = readOptions(['--port', '2', '--host', 'b', '--data', 'here', '--parent-watch'], env)
    expect(options).toMatchObject({ port: 2, host: 'b', dataDir: path.resolve('here'), parentWatch: true })
    for (const command of ['token', 'second-factor-off'])
      expect(readOptions([command, '--user', 'editor'], env)).toMatchObject({ command, user: 'editor' })
  })
  it('listen where the database is, or at an address of PostgreSQL itself', () => {
    const [DATABASE_URL, direct] = ['postgres://u:p@pool:6432/cms', 'postgres://u:p@db:5432/cms']
    const listenUrl = (SITECRAFT_DATABASE_LISTEN_URL: string, url = DATABASE_URL) =>
      readOptions([], { DATABASE_URL: url, SITECRAFT_DATABASE_LISTEN_URL }).listenUrl
    expect([listenUrl(''), listenUrl(direct), listenUrl('off'), listenUrl('', '')]).toEqual([
      DATABASE_URL,
      direct,
      null,
      null,
    ])
    for (const wrong of ['db:5432', 'https://db/cms'])
      expect(() => listenUrl(wrong)).toThrow('SITECRAFT_DATABASE_LISTEN_URL 必须是 postgres:// 开头的地址')
    expect(() => listenUrl(direct, '')).toThrow('还需要设置 DATABASE_URL')
  })
  it('take the public address with or without its closing slash, and nothing that is no web address', () => {
    for (const text of ['https://cms.example/base', 'https://cms.example/base/'])
      expect(readOptions([], { SITECRAFT_PUBLIC_URL: text }).publicUrl).toBe('https://cms.example/base/')
    expect(readOptions([], {}).publicUrl).toBeNull()
    for (const text of ['cms.example', 'file:///etc'])
      expect(() => readOptions([], { SITECRAFT_PUBLIC_URL: text })).toThrow(/SITECRAFT_PUBLIC_URL/)
  })
  it('find the product’s own files from the sources and from a bundle', () => {
    const root = path.resolve(import.meta.dirname, '..', '..', '..')
    expect(readOptions([], {}).resourcesDir).toBe(path.join(root, 'resources'))
    expect(findResources(path.join(root, 'out', 'main', 'chunks'))).toBe(path.join(root, 'resources'))
    expect(readOptions([], { SITECRAFT_RESOURCES: '/else' }).resourcesDir).toBe(path.resolve('/else'))
  })
})
