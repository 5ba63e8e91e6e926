#!/usr/bin/env node
// fpm as electron-builder calls it (CUSTOM_FPM_PATH), by dpkg-deb and rpmbuild: the real one is no npm and no Debian package.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const several = { type: 'string', multiple: true, default: [] }
const { values, positionals } = parseArgs({
  allowPositionals: true,
  // One that is not named here fails, as with fpm.
  options: {
    s: { ...text, short: 's' },
    t: { ...text, short: 't' },
    d: { ...several, short: 'd' },
    force: { type: 'boolean' },
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    'deb-recommends': several,
    'deb-priority': text,
    'deb-compression': text,
    'rpm-os': text,
    'rpm-compression': text,
    'rpm-summary': text,
  },
})

const work = mkdtempSync(join(tmpdir(), 'sitecraft-fpm-'))
const root = join(work, 'root')
try {
  for (const mapping of positionals) copy(...splitAtLast(mapping, '='))
  if (values.t === 'deb') makeDeb()
  else if (values.t === 'rpm') makeRpm()
  else throw new Error(`fpm: no packages of the kind ${values.t}`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

function splitAtLast(mapping, sign) {
  const at = mapping.lastIndexOf(sign)
  return [mapping.slice(0, at), mapping.slice(at + 1)]
}

function copy(from, to) {
  const target = join(root, to)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true, verbatimSymlinks: true })
  if (statSync(from).isDirectory()) chmodSync(target, 0o755)
}

function makeDeb() {
  mkdirSync(join(root, 'DEBIAN'))
  const [first, ...more] = values.description.split('\n')
  const control = [
    `Package: ${values.name}`,
    `Version: ${values.version}`,
    `Architecture: ${values.architecture}`,
    `Maintainer: ${values.maintainer}`,
    `Depends: ${values.d.join(', ')}`,
    `Recommends: ${values['deb-recommends'].join(', ')}`,
    `Priority: ${values['deb-priority']}`,
    `Homepage: ${values.url}`,
    `Description: ${first}`,
    ...more.map((line) => ` ${line.trim()}`),
  ]
  writeFileSync(join(root, 'DEBIAN/control'), `${control.join('\n')}\n`)
  for (const [script, file] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ])
    writeFileSync(join(root, 'DEBIAN', script), readFileSync(values[file]), { mode: 0o755 })
  const compression = ['-Z', values['deb-compression'], '-z', '1']
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, values.package])
}

function makeRpm() {
  const spec = `
Name: ${values.name}
Version: ${values.version}
Release: 1
Summary: ${values['rpm-summary']}
License: ${values.license}
URL: ${values.url}
AutoReqProv: no
${values.d.map((name) => `Requires: ${name}`).join('\n')}
%description
${values.description}
%post
${readFileSync(values['after-install'], 'utf8')}
%postun
${readFileSync(values['after-remove'], 'utf8')}
%files
%defattr(-,root,root,-)
/
`
  const file = join(work, 'package.spec')
  writeFileSync(file, spec)
  const defines = [
    `_rpmdir ${work}/out`,
    '_build_id_links none',
    '__os_install_post %{nil}',
    '_binary_payload w1.gzdio',
  ]
  const args = ['-bb', '--target', values.architecture, '--buildroot', root]
  execFileSync('rpmbuild', [...args, ...defines.flatMap((define) => ['--define', define]), file], { stdio: 'pipe' })
  const name = `${values.name}-${values.version}-1.${values.architecture}.rpm`
  cpSync(join(work, 'out', values.architecture, name), values.package)
}
