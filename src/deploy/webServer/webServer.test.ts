import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SaxesParser } from 'saxes'
import { selfSigned } from '#tests/fakes/certificate.ts'
import { freePort } from '#tests/fakes/listening.ts'
import { askPort, type RunningWebServer, startWebServer } from '#tests/fakes/webServers.ts'
import { type DescribedTarget, describeWebServer, webServerConfig } from './index.ts'

const HOST = 'www.example.com'
const LONG_TEXT = '新闻内容。'.repeat(1000)
const FILES: Record<string, string> = {
  'index.html': '<h1>首页</h1>',
  '404.html': '<h1>抱歉，当前页面不存在</h1>',
  'news/index.html': '<h1>新闻</h1>',
  'news/长 名%称.html': '<h1>汉字</h1>',
  'long.html': LONG_TEXT,
  'packed.html': '<p>packed</p>',
  'css/site.css': 'body{}',
  'js/app.3f9a02bc.js': 'run()',
  'empty/deep/page.html': 'x',
  'files/a.txt': 'text',
  'files/evil.php': '<?php echo 1+1;',
  'files/deep/evil.PHP.jpg': '<?php echo 1+1;',
  'files/page.html': '<script>alert(1)</script>',
  '.sitecraft/release.json': '{"secret":1}',
  '.well-known/security.txt': 'contact',
}

/** What an editor might type to break out of a configuration. Those that the form refuses are dropped, the others are harmless. */
const ATTACKS = [
  { source: '/a";}return 200 "x', target: '/news/' },
  { source: '/b\n}\nserver { listen 1; }', target: '/news/' },
  { source: '/c{$HOME}{env.HOME}', target: '/news/?x={$HOME}{env.HOME}${HOME}%{HTTP_HOST}%{ENV:PATH}$host' },
  { source: "/d'`$(id);#", target: '/news/' },
  { source: "/e'`$(id);", target: '/news/\'";}{$HOME}`<x>&amp;' },
  { source: '/f\\', target: '/news/' },
  { source: '/g.*(x|y)+?[z]^$', target: '/news/' },
  { source: '/h</Directory>', target: '/news/' },
  { source: '/i${HOME}%{HTTP_HOST}', target: 'https://other.example/%{HTTP_HOST}%1$1{R:1}' },
  { source: '/j', target: '/news/\r\nSet-Cookie: x=1' },
  { source: '/j2', target: '/news/%0d%0aSet-Cookie:%20x=1' },
  { source: '/k(.*)"]]>', target: '/news/' },
  { source: '/l\ud800', target: '/news/' },
  { source: '/m "', target: '/news/' },
]
const REDIRECTS = [
  { source: '/old.html', target: '/news/' },
  { source: '/旧 闻/', target: 'https://other.example/新/%20x?a=1#标' },
  { source: '/shop/', target: '/news/?from=shop' },
  { source: '/archive/*', target: '/news/*' },
  { source: '/旧/*', target: 'https://other.example/*' },
  { source: '/gone/*', target: '/news/' },
  { source: '/out/*', target: '/*' },
  ...ATTACKS,
]

let root = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sitecraft 网站-'))
  // Apache runs as another user.
  await chmod(root, 0o755)
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await writeFile(join(root, 'packed.html.gz'), gzipSync('<p>packed before</p>'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

const described = (other: Partial<DescribedTarget> = {}): DescribedTarget => ({
  origin: `http://${HOST}`,
  domains: [HOST, 'example.com'],
  folder: root,
  basePath: '',
  redirects: REDIRECTS,
  isTlsElsewhere: false,
  ...other,
})

/** The home page over TLS; the certificate is for an address, not for the name. */
function askTls(port: number, ca: string): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      ca,
      servername: HOST,
      checkServerIdentity: () => undefined,
      agent: false,
    }
    request({ ...options, headers: { host: `${HOST}:${port}` } }, (answer) => {
      void readText(answer).then((text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
      .on('error', reject)
      .end()
  })
}

/** Lines for the server that is there already. */
const AROUND = {
  nginx: (text: string, port: number) => `server { listen ${port}; server_name ${HOST};\n${text}\n}`,
  caddy: (text: string, port: number) => `http://${HOST}:${port} {\n${text}\n}`,
  apache: (text: string, port: number) => `<VirtualHost *:${port}>\nServerName ${HOST}\n${text}\n</VirtualHost>`,
}

describe.each(['nginx', 'caddy', 'apache'] as const)('%s with the configuration that was generated', (kind) => {
  describe.each(['', '/bureau'])('below “%s”', (basePath) => {
    let server: RunningWebServer
    let origin = ''
    beforeAll(async () => {
      const port = await freePort()
      origin = `http://${HOST}:${port}`
      const text = webServerConfig(kind, describeWebServer(described({ origin, basePath })))
      server = await startWebServer(kind, basePath === '' ? text : AROUND[kind](text, port), port)
    })
    afterAll(() => server.stop())
    const ask = (path: string, headers: Record<string, string> = {}) =>
      server.ask(encodeURI(basePath) + path, { host: new URL(origin).host, ...headers })

    it('shows pages, also those with Chinese names, and leads folders to their page', async () => {
      const home = await ask('/')
      expect(home).toMatchObject({ status: 200, text: FILES['index.html'] })
      expect(home.headers['content-type']).toMatch(/text\/html; ?charset=utf-8/i)
      expect(await ask('/news/')).toMatchObject({ status: 200, text: FILES['news/index.html'] })
      expect(await ask(`/news/${encodeURIComponent('长 名%称')}.html`)).toMatchObject({ status: 200 })
      const folder = await ask('/news')
      expect([301, 308]).toContain(folder.status)
      expect(folder.headers.location).toMatch(new RegExp(`${basePath}/news/$`))
    })

    it('answers with the page for what is missing, and lists no folder', async () => {
      for (const path of ['/none.html', '/none/deep/', '/none.3f9a02bc.js']) {
        const missing = await ask(path)
        expect(missing, path).toMatchObject({ status: 404, text: FILES['404.html'] })
        expect(missing.headers['cache-control'] ?? '', path).not.toContain('immutable')
        expect(missing.headers['x-content-type-options']).toBe('nosniff')
      }
      const list = await ask('/empty/')
      expect([403, 404]).toContain(list.status)
      expect(list.text).not.toContain('deep')
    })

    it('keeps hashed names for a year, and has the others asked for again', async () => {
      const cacheOf = async (path: string) => (await ask(path)).headers['cache-control']
      expect(await cacheOf('/js/app.3f9a02bc.js')).toBe('public, max-age=31536000, immutable')
      for (const path of ['/', '/css/site.css', '/news/', '/files/a.txt'])
        expect(await cacheOf(path), path).toBe('no-cache')
      const { headers } = await ask('/')
      expect(headers.etag).toBeTruthy()
      expect(await ask('/', { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304, text: '' })
      const packed = await ask('/long.html', { 'accept-encoding': 'gzip' })
      const again = { 'accept-encoding': 'gzip', 'if-none-match': String(packed.headers.etag) }
      expect(await ask('/long.html', again)).toMatchObject({ status: 304 })
    })

    it('compresses texts', async () => {
      const { headers, body } = await ask('/long.html', { 'accept-encoding': 'gzip' })
      expect(headers['content-encoding']).toBe('gzip')
      expect(headers.vary).toMatch(/accept-encoding/i)
      expect(gunzipSync(body).toString()).toBe(LONG_TEXT)
      if (kind === 'apache') return
      const packed = await ask('/packed.html', { 'accept-encoding': 'gzip' })
      expect(gunzipSync(packed.body).toString()).toBe('<p>packed before</p>')
    })

    it('runs nothing that was uploaded and shows no hidden file', async () => {
      for (const path of [
        '/files/evil.php',
        '/files/deep/evil.PHP.jpg',
        '/files/evil.php/x',
        '/.sitecraft/release.json',
      ]) {
        const refused = await ask(path)
        expect([403, 404], path).toContain(refused.status)
        expect(refused.text, path).not.toMatch(/php|secret/)
      }
      expect((await ask('/files/page.html')).headers['content-security-policy']).toContain("default-src 'none'")
      expect(await ask('/.well-known/security.txt')).toMatchObject({ status: 200 })
    })

    it('follows redirects with the visitor’s query', async () => {
      const leads = async (path: string) => {
        const { status, headers } = await ask(encodeURI(path))
        expect(status, path).toBe(301)
        return String(headers.location).replace(origin, '')
      }
      expect(await leads('/old.html')).toBe(`${basePath}/news/`)
      expect(await leads('/old.html?x=1&y=%E6')).toBe(`${basePath}/news/?x=1&y=%25E6`)
      expect(await leads('/shop/index.html')).toBe(`${basePath}/news/?from=shop`)
      expect(await leads('/shop?x=1')).toMatch(/\/news\/\?(?:from=shop&x=1|x=1&from=shop)$/)
      expect(await leads('/旧 闻')).toBe('https://other.example/%E6%96%B0/%20x?a=1#%E6%A0%87')
      expect(decodeURI(await leads('/archive/2020/文 章.html'))).toBe(`${basePath}/news/2020/文 章.html`)
      expect(await leads('/gone/a/b')).toBe(`${basePath}/news/`)
      expect(await leads('/旧/a?b=1')).toBe('https://other.example/a?b=1')
    })

    it('leads no visitor elsewhere by an address that was made for it', async () => {
      for (const path of [
        '/out//evil.example/',
        '/out/%2F%2Fevil.example',
        '/out/%5Cevil.example',
        '/out/%0d%0aSet-Cookie:x',
        '/旧/%2F.evil.example',
      ]) {
        const { status, headers } = await ask(path.replace('旧', encodeURI('旧')))
        const to = new URL(String(headers.location ?? '/'), origin)
        expect(['www.example.com', 'other.example'], `${path} ${status} ${String(headers.location)}`).toContain(
          to.hostname,
        )
        expect(headers['set-cookie']).toBeUndefined()
      }
    })

    it('takes what an editor typed as an address and nothing else', async () => {
      for (const { source, target } of ATTACKS) {
        const { status, headers, text } = await ask(
          encodeURI(source.toWellFormed()).replace(/[?#]/g, encodeURIComponent),
        )
        expect([301, 400, 404], source).toContain(status)
        expect(headers['set-cookie'], source).toBeUndefined()
        expect(`${String(headers.location)} ${text}`, target).not.toContain(process.env.HOME ?? '/root')
      }
      const quotes = await ask(encodeURI("/e'`$(id);"))
      expect(quotes.status).toBe(301)
      expect(decodeURIComponent(String(quotes.headers.location)).replace(origin, '')).toBe(
        `${basePath}/news/'";}{$HOME}\`<x>&amp;`,
      )
      const host = await ask(encodeURI('/i${HOME}%{HTTP_HOST}'))
      expect(decodeURIComponent(String(host.headers.location))).toBe('https://other.example/%{HTTP_HOST}%1$1{R:1}')
    })
  })

  it('speaks HTTPS, and leads HTTP there', async () => {
    const [port, plainPort] = [await freePort(), await freePort()]
    const origin = `https://${HOST}:${port}`
    const { key, cert } = selfSigned()
    const folder = await mkdtemp(join(tmpdir(), 'sitecraft-tls-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'key'), key)
    await writeFile(join(folder, 'crt'), cert)
    const text = webServerConfig(kind, describeWebServer(described({ origin })))
      .replaceAll(/\/etc\/\w+\/ssl\/[\w.]+\.(key|crt)/g, `${folder}/$1`)
      .replace(kind === 'nginx' ? 'listen 80;' : '*:80>', kind === 'nginx' ? `listen ${plainPort};` : `*:${plainPort}>`)
    const around = {
      nginx: text,
      // Without the network Caddy gets no certificate by itself.
      caddy: text.replaceAll(/^(\S+:\d+ \{)$/gm, `$1\n\ttls ${folder}/crt ${folder}/key`),
      apache: `LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so\nListen 127.0.0.1:${plainPort}\n${text}`,
    }
    const server = await startWebServer(kind, around[kind], port)
    onTestFinished(() => server.stop())
    const page = await askTls(port, cert)
    expect(page).toMatchObject({ status: 200, text: FILES['index.html'] })
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    if (kind === 'caddy') return
    const plain = await askPort(plainPort, '/news/?a=b', { host: HOST })
    expect(plain).toMatchObject({ status: 301, headers: { location: `${origin}/news/?a=b` } })
  })

  it('leads the other domains to the one', async () => {
    const port = await freePort()
    const origin = `http://${HOST}:${port}`
    const server = await startWebServer(kind, webServerConfig(kind, describeWebServer(described({ origin }))), port)
    try {
      const other = await server.ask('/news/%E6%96%87?a=%22b', { host: `example.com:${port}` })
      expect(other).toMatchObject({ status: 301, headers: { location: `${origin}/news/%E6%96%87?a=%22b` } })
    } finally {
      await server.stop()
    }
  })
})

describe('configurations', () => {
  const of = (kind: 'nginx' | 'caddy' | 'apache' | 'iis', other: Partial<DescribedTarget> = {}) =>
    webServerConfig(kind, describeWebServer(described({ origin: `https://${HOST}`, ...other })))

  it('of IIS are well-formed XML, whatever an editor typed', () => {
    for (const basePath of ['', '/局/a.b']) {
      const text = of('iis', { basePath })
      const rules: { name: string; url: string }[] = []
      const parser = new SaxesParser()
      parser.on('error', (error) => {
        throw error
      })
      parser.on('opentag', ({ name, attributes }) => rules.push({ name, url: attributes.url ?? '' }))
      parser.write(text).close()
      expect(rules).toContainEqual({ name: 'match', url: '^old\\x2ehtml(?:/|/index\\x2ehtml?)?$' })
      const actions = rules.filter(({ name, url }) => name === 'action' && url.includes('other.example'))
      expect(actions.length).toBeGreaterThan(2)
      for (const { url } of actions) expect(url.replace(/\{R:1\}$/, '')).not.toMatch(/[{}$]/)
    }
  })

  it('lead to HTTPS where it ends at the server, and not where a gateway does it', () => {
    for (const kind of ['nginx', 'apache'] as const) {
      expect(of(kind)).toMatch(/(?:listen|\*:)\s?443/)
      const behind = of(kind, { isTlsElsewhere: true })
      expect(behind).not.toContain('443')
      expect(behind).not.toMatch(/ssl/i)
      expect(behind).toContain('Strict-Transport-Security')
    }
    expect(of('caddy')).toContain(`\n${HOST} {`)
    expect(of('caddy', { isTlsElsewhere: true })).toContain(`\nhttp://${HOST} {`)
  })

  it('leave the public domains to the public site', () => {
    const text = of('nginx', { origin: 'https://test.example.com' })
    expect(text).toContain('server_name test.example.com;')
    expect(text).not.toContain(HOST)
  })

  it('name how many redirects can’t be written', () => {
    expect(of('nginx')).toMatch(/# 有 \d+ 条跳转含有无法写入配置的字符，没有写入/)
    expect(of('nginx', { redirects: [] })).not.toContain('没有写入')
  })

  it('are refused for a folder or an address that could be read as a directive', () => {
    for (const folder of [
      '/var/www";}',
      '/var/$host',
      '/var/{x}',
      'relative',
      '/a\nb',
      '/a*',
      '/a?',
      '/a[b]',
      '/a`b',
      "/a'b",
      '/a;b',
      '/a#b',
    ])
      expect(() => of('nginx', { folder }), folder).toThrow('不能写入配置')
    expect(of('nginx', { folder: 'D:\\www\\site\\' })).toContain('root "D:/www/site";')
    expect(() => of('nginx', { origin: '' })).toThrow('没有访问域名')
    expect(() => of('nginx', { basePath: '/a b' })).toThrow('不能写入配置')
    const domains = [HOST, 'evil.example;} server {', 'a b', '好.example', '$host']
    expect(of('nginx', { domains })).toMatch(/server_name xn--\S+;/)
  })
})
