import { fireEvent, screen } from '@testing-library/react'
import { describe } from 'vitest'
import { sendsWhatItShows } from '#tests/setup/forms.ts'
import { ConnectionDialog } from './connect/ConnectionDialog.tsx'
import { ClientCertificateDialog } from './network/ClientDialog.tsx'
import { NetworkDialog } from './network/NetworkDialog.tsx'

const close = (): void => {}

describe('connections', () => {
  const PEM = '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----'
  const form = {
    mode: 'manual' as const,
    address: 'http://proxy.example.com:8080',
    script: 'http://proxy.example.com/proxy.pac',
    exceptions: 'localhost',
    username: 'zhang',
    password: '',
    authorities: PEM,
  }
  const status = { form, hasPassword: true, client: null, lasting: true, managed: [] }
  sendsWhatItShows({
    form: 'areas/network/NetworkDialog.tsx',
    ui: <NetworkDialog status={status} onClose={close} onSaved={close} />,
    shows: {
      代理: '手动设置',
      代理地址: 'http://proxy.example.com:8080',
      例外: 'localhost',
      代理账号: 'zhang',
      代理密码: '',
      信任的根证书: PEM,
    },
    operation: 'network.save',
    sends: form,
  })
  sendsWhatItShows({
    form: 'areas/network/NetworkDialog.tsx',
    title: 'with other values',
    ui: <NetworkDialog status={status} onClose={close} onSaved={close} />,
    fill: { 代理: '自动代理脚本（PAC）', 脚本地址: 'http://a.example.com/b.pac', 信任的根证书: `${PEM}\n${PEM}` },
    operation: 'network.save',
    sends: {
      ...form,
      mode: 'pac',
      script: 'http://a.example.com/b.pac',
      exceptions: '例外',
      username: '代理账号',
      password: '代理密码',
      authorities: `${PEM}\n${PEM}`,
    },
  })
  sendsWhatItShows({
    form: 'areas/network/ClientDialog.tsx',
    ui: <ClientCertificateDialog onClose={close} onSaved={close} />,
    fill: {},
    also: async () => {
      const file = new File(['pfx'], 'me.pfx')
      fireEvent.change(screen.getByLabelText('证书文件', { selector: 'input' }), { target: { files: [file] } })
      await screen.findByText('me.pfx')
    },
    operation: 'network.setClient',
    sends: { pfx: 'cGZ4', passphrase: '证书密码' },
  })
  sendsWhatItShows({
    form: 'areas/connect/ConnectionDialog.tsx',
    ui: (
      <ConnectionDialog
        connection={{
          id: 'c1',
          kind: 'remote',
          name: '集团服务器',
          baseUrl: 'https://cms.example.com',
          pathMap: { 'template.list': 'api/list' },
          certificate: '',
        }}
        onClose={close}
      />
    ),
    host: (host) =>
      host.on('connections.test', () => ({ own: true, version: '0.1.0', milliseconds: 1, certificate: '' })),
    shows: {
      连接名称: '集团服务器',
      服务器地址: 'https://cms.example.com',
      接口: '模板列表（template.list）',
      路径: 'api/list',
    },
    operation: 'connections.save',
    sends: {
      id: 'c1',
      name: '集团服务器',
      baseUrl: 'https://cms.example.com',
      pathMap: { 'template.list': 'api/list' },
      certificate: '',
    },
  })
})
