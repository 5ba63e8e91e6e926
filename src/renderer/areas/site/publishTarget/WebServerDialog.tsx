import {
  Button,
  Checkbox,
  Field,
  Input,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Radio,
  RadioGroup,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { WEB_SERVERS, type WebServerKind } from '#shared/domain/webServers.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { saveTextFile } from '#renderer/ui/feedback/saveTextFile.ts'
import { ErrorState } from '#renderer/ui/feedback/States.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'

const useStyles = makeStyles({
  choices: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(280px, 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
  text: {
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    flex: '1 1 auto',
    minHeight: '180px',
    overflow: 'auto',
    resize: 'none',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
  },
  spinner: { flex: '1 1 auto' },
})

const TITLES: Record<WebServerKind, string> = { nginx: 'nginx', caddy: 'Caddy', apache: 'Apache', iis: 'IIS' }
const FILE_NAMES: Record<WebServerKind, string> = {
  nginx: 'sitecraft.conf',
  caddy: 'Caddyfile',
  apache: 'sitecraft.conf',
  iis: 'web.config',
}
/** Where the text is put, when the site has its domain alone. */
const PLACES: Record<WebServerKind, string> = {
  nginx: '保存到 /etc/nginx/conf.d/，把证书放到配置中的路径，执行 nginx -t 检查后重新加载。',
  caddy: '写入 /etc/caddy/Caddyfile，执行 caddy validate 检查后重新加载；证书由 Caddy 自动申请。',
  apache:
    '保存到 /etc/apache2/sites-available/，执行 a2enmod rewrite headers ssl 和 a2ensite，把证书放到配置中的路径，执行 apachectl configtest 检查后重新加载。',
  iis: '先安装“URL 重写”模块，把 web.config 放到网站文件夹；证书在 IIS 管理器的“绑定”中设置。',
}
/** Where it is put below a base path. */
const PLACES_BELOW: Record<WebServerKind, string> = {
  nginx: '把内容加入该域名现有的 server 段，执行 nginx -t 检查后重新加载。',
  caddy: '把内容加入该域名现有的站点段，执行 caddy validate 检查后重新加载。',
  apache:
    '把内容加入该域名现有的 VirtualHost 段，启用模块 rewrite 和 headers，执行 apachectl configtest 检查后重新加载。',
  iis: '先安装“URL 重写”模块，在该域名的网站下为访问路径添加应用程序，把 web.config 放到它的文件夹。',
}

/** The configuration of the web server that shows the target to visitors, to be copied or saved as a file. */
export function WebServerDialog({ target, onClose }: { target: PublishTarget; onClose: () => void }) {
  const styles = useStyles()
  const copy = useCopy()
  const [server, setServer] = useState<WebServerKind>('nginx')
  const [isTlsElsewhere, setTlsElsewhere] = useState(false)
  const [typed, setTyped] = useState(target.folder)
  // The folder is taken over when the field is left.
  const [folder, setFolder] = useState(target.folder)
  const { data, error, refetch } = useRead(
    'publishTarget.webServer',
    { id: target.id, server, isTlsElsewhere, folder },
    { quiet: true, keepPrevious: true },
  )
  const text = data?.text ?? ''
  return (
    <PanelDialog
      title={`“${target.name}”的服务器配置`}
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button
            icon={<ArrowDownloadRegular />}
            disabled={text === ''}
            onClick={() => saveTextFile(FILE_NAMES[server], text)}
          >
            下载
          </Button>
          <Button appearance="primary" disabled={text === ''} onClick={() => void copy('服务器配置', text)}>
            复制
          </Button>
        </>
      }
    >
      <div className={styles.choices}>
        <Field label="服务器软件">
          <RadioGroup
            layout="horizontal"
            value={server}
            onChange={(_event, { value }) => setServer(value as WebServerKind)}
          >
            {WEB_SERVERS.map((kind) => (
              <Radio key={kind} value={kind} label={TITLES[kind]} />
            ))}
          </RadioGroup>
        </Field>
        <Field label="网站文件夹" hint="在网站服务器上的完整路径">
          <Input
            value={typed}
            maxLength={500}
            spellCheck={false}
            onChange={(_event, { value }) => setTyped(value)}
            onBlur={() => setFolder(typed)}
            onKeyDown={({ key }) => key === 'Enter' && setFolder(typed)}
          />
        </Field>
      </div>
      <Checkbox
        checked={isTlsElsewhere}
        onChange={(_event, { checked }) => setTlsElsewhere(checked === true)}
        label="HTTPS 由前面的网关或 CDN 提供"
      />
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          {(target.basePath === '' ? PLACES : PLACES_BELOW)[server]}
          新增或修改跳转、域名后，请重新生成配置。
        </MessageBarBody>
      </MessageBar>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner className={styles.spinner} label="正在生成配置" />}
      {data && data.message !== '' && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{data.message}</MessageBarBody>
        </MessageBar>
      )}
      {text !== '' && <textarea className={styles.text} readOnly aria-label="配置内容" value={text} wrap="off" />}
    </PanelDialog>
  )
}
