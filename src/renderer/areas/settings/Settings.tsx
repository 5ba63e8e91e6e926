import {
  Button,
  Checkbox,
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  SpinButton,
  Switch,
  tokens,
} from '@fluentui/react-components'
import { InfoRegular, PlugConnectedRegular, PlugDisconnectedRegular, StethoscopeRegular } from '@fluentui/react-icons'
import { useNavigate } from 'react-router-dom'
import { settings } from '#shared/contract/host.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useRead } from '#renderer/data/useRead.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { Facts } from '#renderer/ui/layout/Facts.tsx'
import { useSession } from '#renderer/data/useSession.ts'
import { KeychainWarning } from '#renderer/features/session/KeychainWarning.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { THEMES } from '#renderer/ui/layout/themes.ts'
import { Updates } from './Updates.tsx'
import { ManagedCard, MANAGED_HINT, useIsManaged } from './ManagedCard.tsx'

const WINDOW_MODES = [
  { value: 'app', title: '打开独立窗口（没有 Edge、Chrome 或 Chromium 时使用标签页）' },
  { value: 'tab', title: '在浏览器标签页中打开' },
  { value: 'none', title: '只显示打开地址' },
] as const

const BROWSERS = [
  { value: 'auto', title: '自动选择' },
  { value: 'edge', title: 'Edge' },
  { value: 'chrome', title: 'Chrome' },
  { value: 'chromium', title: 'Chromium' },
] as const

/** The choice of a window for the program without Electron; renders nothing in Electron. */
function HostWindow() {
  const { data: app } = useRead('app.info', {})
  const { data: settingsData } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  if (!settingsData || app?.host !== 'browser') return null
  const isWindow = settingsData.hostWindow === 'app'
  return (
    <Card title="窗口">
      <Field label="启动时" hint="下次启动时生效">
        <RadioGroup
          value={settingsData.hostWindow}
          onChange={(_event, { value }) => save.mutate({ hostWindow: settings.shape.hostWindow.parse(value) })}
        >
          {WINDOW_MODES.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      {isWindow && (
        <>
          <Field label="独立窗口使用">
            <RadioGroup
              layout="horizontal"
              value={settingsData.hostBrowser}
              onChange={(_event, { value }) => save.mutate({ hostBrowser: settings.shape.hostBrowser.parse(value) })}
            >
              {BROWSERS.map(({ value, title }) => (
                <Radio key={value} value={value} label={title} />
              ))}
            </RadioGroup>
          </Field>
          <Field hint="未开启时，等待上传和本地同步完成后退出">
            <Switch
              label="关闭最后一个窗口后继续运行"
              checked={settingsData.hostStays}
              onChange={(_event, { checked }) => save.mutate({ hostStays: checked })}
            />
          </Field>
        </>
      )}
    </Card>
  )
}

/** Settings of this computer. Each change takes effect immediately. */
export function Settings() {
  return (
    <Page narrow>
      <PageHeader title="设置" text="只对本机有效，改动立即生效" />
      <Appearance />
      <Transfers />
      <BackgroundCard />
      <SpellingCard />
      <ConnectionCard />
      <HostWindow />
      <Updates />
      <ManagedCard />
      <About />
    </Page>
  )
}

const BACKGROUND_CHOICES = [
  {
    name: 'keepInTray',
    title: '关闭窗口后继续运行',
    text: '程序保留在系统托盘，同步和上传继续进行；在托盘菜单中选择“退出”后结束',
  },
  { name: 'startWithSystem', title: '登录系统时启动', text: '在后台启动，不显示窗口，同步随即开始' },
] as const

/** Choices for running without a window; a browser tab has none. */
function BackgroundCard() {
  const { data } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  const managed = { keepInTray: useIsManaged('KeepInTray'), startWithSystem: useIsManaged('StartWithSystem') }
  if (!data || !inElectron()) return null
  return (
    <Card title="在后台运行">
      {BACKGROUND_CHOICES.map(({ name, title, text }) => (
        <Field key={name} hint={managed[name] ? MANAGED_HINT : text}>
          <Checkbox
            label={title}
            disabled={managed[name]}
            checked={data[name]}
            onChange={(_event, { checked }) => save.mutate({ [name]: checked === true })}
          />
        </Field>
      ))}
    </Card>
  )
}

/** Spell checking. Renders nothing in a browser, which has its own setting. */
function SpellingCard() {
  const { data } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  if (!data || !inElectron()) return null
  return (
    <Card title="拼写">
      <Field
        hint={
          '在正文、摘要等文字中标出拼错的英文单词；网址、代码和文件路径不检查。中文没有拼写词典，不受影响。' +
          '在 Windows 和 Linux 上，首次开启时会联网下载英文词典。'
        }
      >
        <Checkbox
          label="检查英文拼写"
          checked={data.spellCheck}
          onChange={(_event, { checked }) => save.mutate({ spellCheck: checked === true })}
        />
      </Field>
    </Card>
  )
}

/** The version and the data folder. */
function About() {
  const navigate = useNavigate()
  const { data } = useRead('app.info', {})
  if (!data) return null
  return (
    <Card
      title="关于"
      actions={
        <>
          <Button icon={<StethoscopeRegular />} onClick={() => void navigate('/diagnostics')}>
            日志与诊断
          </Button>
          <Button icon={<InfoRegular />} onClick={() => void navigate('/about')}>
            部件和许可证
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { name: '版本', value: `站匠 ${data.version}` },
          { name: '运行方式', value: data.host === 'electron' ? '桌面程序' : '浏览器' },
          { name: '数据文件夹', value: data.dataDir, copy: true },
        ]}
      />
    </Card>
  )
}

/** The current connection, with links to others. */
function ConnectionCard() {
  const navigate = useNavigate()
  const session = useSession()
  const info = useRead('app.info', {}).data
  if (!session?.connection) return null
  const { connection, remembered, username } = session
  return (
    <Card
      title="连接"
      actions={
        <>
          <Button icon={<PlugDisconnectedRegular />} onClick={() => void navigate('/network')}>
            网络诊断
          </Button>
          <Button icon={<PlugConnectedRegular />} onClick={() => void navigate('/connect')}>
            管理连接
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          { name: '名称', value: connection.name },
          { name: '地址', value: connection.baseUrl, copy: true },
          { name: '账号', value: username },
        ]}
      />
      {!remembered && <KeychainWarning problem={info?.keychain.problem ?? ''} />}
    </Card>
  )
}

const useTransfersStyles = makeStyles({ number: { width: '160px' } })

const limit = settings.shape.uploadLimitKbps
const MAX_UPLOAD_KBPS = 10_000_000
/** Step of the arrow buttons, KB/s. */
const UPLOAD_STEP_KBPS = 100

/** The upload speed limit for all uploads together. */
function Transfers() {
  const styles = useTransfersStyles()
  const { data } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  const isManaged = useIsManaged('UploadLimitKbps')
  if (!data) return null

  const setLimit = (wanted: number): void => {
    const parsed = limit.safeParse(Math.min(Math.max(Math.round(wanted), 0), MAX_UPLOAD_KBPS))
    if (parsed.success) save.mutate({ uploadLimitKbps: parsed.data })
  }

  return (
    <Card title="上传">
      <Field label="上传限速（KB/s）" hint={isManaged ? MANAGED_HINT : '所有上传合计的最高速度，0 表示不限'}>
        <SpinButton
          disabled={isManaged}
          className={styles.number}
          min={0}
          max={MAX_UPLOAD_KBPS}
          step={UPLOAD_STEP_KBPS}
          value={data.uploadLimitKbps}
          onChange={(_event, { value, displayValue }) =>
            setLimit(value ?? Number(displayValue ?? data.uploadLimitKbps))
          }
        />
      </Field>
    </Card>
  )
}

const useAppearanceStyles = makeStyles({
  sample: {
    padding: tokens.spacingHorizontalM,
    borderRadius: tokens.borderRadiusMedium,
    color: '#d4d4d4',
    backgroundColor: '#1e1e1e',
    fontFamily: tokens.fontFamilyMonospace,
    overflow: 'hidden',
    whiteSpace: 'nowrap',
  },
  number: { width: '120px' },
})

const fontSize = settings.shape.editorFontSize

/** Theme, and the text size of the code editor. */
function Appearance() {
  const styles = useAppearanceStyles()
  const { data } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  if (!data) return null

  const setSize = (wanted: number): void => {
    const parsed = fontSize.safeParse(Math.min(Math.max(Math.round(wanted), 10), 32))
    if (parsed.success) save.mutate({ editorFontSize: parsed.data })
  }

  return (
    <Card title="外观">
      <Field label="主题">
        <RadioGroup
          layout="horizontal"
          value={data.theme}
          onChange={(_event, { value }) => save.mutate({ theme: settings.shape.theme.parse(value) })}
        >
          {THEMES.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="代码编辑器字号" hint="10 到 32 像素，默认 16">
        <SpinButton
          className={styles.number}
          min={10}
          max={32}
          value={data.editorFontSize}
          onChange={(_event, { value, displayValue }) => setSize(value ?? Number(displayValue ?? data.editorFontSize))}
        />
      </Field>
      <code className={styles.sample} style={{ fontSize: data.editorFontSize, lineHeight: 1.5 }}>
        {'<h1 class="title">站匠 Sitecraft</h1>'}
      </code>
    </Card>
  )
}
