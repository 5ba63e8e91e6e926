import {
  Button,
  Field,
  makeStyles,
  MessageBar,
  MessageBarBody,
  ProgressBar,
  Radio,
  RadioGroup,
  Text,
  Textarea,
} from '@fluentui/react-components'
import { ArrowDownloadRegular, ArrowSyncRegular, RocketRegular } from '@fluentui/react-icons'
import { type Settings, settings } from '#shared/contract/host.ts'
import type { UpdateState } from '#shared/contract/update.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useHostEvent } from '#renderer/data/useHostEvent.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSetAnswer } from '#renderer/data/useSetAnswer.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { MANAGED_HINT, useIsManaged } from './ManagedCard.tsx'

const useStyles = makeStyles({ notes: { height: '160px', resize: 'vertical' } })

/** The phase that is shown; `off` when the user has disabled updates. */
type ShownPhase = UpdateState['phase'] | 'off'

const MODES = [
  { value: 'auto', title: '自动下载，退出程序时安装' },
  { value: 'ask', title: '仅提醒' },
  { value: 'off', title: '不检查' },
] as const

const CHANNELS = [
  { value: 'latest', title: '正式版' },
  { value: 'beta', title: '测试版' },
] as const

const describeRollback = ({ returnedFrom, current }: UpdateState): string =>
  `版本 ${returnedFrom} 连续两次启动失败，已恢复为版本 ${current} 和升级前的数据。该版本不再安装，有更新的版本时再升级；原因见“日志与诊断”。`

const describePhase = (phase: ShownPhase, { current, version, percent, lookedAt }: UpdateState): string =>
  ({
    unsupported: '',
    off: `当前版本 ${current}，不检查新版本。`,
    idle: lookedAt > 0 ? `当前版本 ${current}，没有更新的版本。` : `当前版本 ${current}。`,
    looking: '正在检查…',
    available: `有新版本 ${version}，当前版本 ${current}。`,
    downloading: `正在下载版本 ${version}：${percent}%`,
    ready: `版本 ${version} 已下载，安装后生效。`,
    waiting: `版本 ${version} 已下载，等待安装。`,
    failed: `当前版本 ${current}。`,
  })[phase]

/** Program updates: the available version, its release notes, and the settings. */
export function Updates() {
  const styles = useStyles()
  const { data: state } = useRead('update.state', {})
  const { data: settingsData } = useRead('settings.get', {})
  const setAnswer = useSetAnswer()
  useHostEvent('update.changed', (next) => setAnswer('update.state', {}, next))
  const save = useWrite('settings.set')
  const isManaged = useIsManaged('Updates')
  if (!state || !settingsData) return null
  const phase = shownPhase(state.phase, settingsData.updateMode)
  if (phase === 'unsupported')
    return (
      <Card title="程序更新">
        <Text>{state.message}</Text>
      </Card>
    )
  return (
    <Card title="程序更新" actions={<StepButton phase={phase} />}>
      <Text aria-live="polite">{describePhase(phase, state)}</Text>
      {state.returnedFrom && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{describeRollback(state)}</MessageBarBody>
        </MessageBar>
      )}
      {phase === 'downloading' && <ProgressBar aria-label="正在下载新版本" value={state.percent / 100} />}
      {phase === 'failed' && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{state.message}</MessageBarBody>
        </MessageBar>
      )}
      {phase === 'waiting' && (
        <MessageBar layout="multiline">
          <MessageBarBody>{`完成以下工作后自动安装：${state.waitsFor.join('、')}。`}</MessageBarBody>
        </MessageBar>
      )}
      {state.notes && (
        <Field label={`版本 ${state.version} 的新内容`}>
          <Textarea className={styles.notes} readOnly value={state.notes} />
        </Field>
      )}
      <Field label="有新版本时" {...(isManaged ? { hint: MANAGED_HINT } : {})}>
        <RadioGroup
          disabled={isManaged}
          value={settingsData.updateMode}
          onChange={(_event, { value }) => save.mutate({ updateMode: settings.shape.updateMode.parse(value) })}
        >
          {MODES.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      <Field label="版本">
        <RadioGroup
          layout="horizontal"
          value={settingsData.updateChannel}
          onChange={(_event, { value }) => save.mutate({ updateChannel: settings.shape.updateChannel.parse(value) })}
        >
          {CHANNELS.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      {state.lookedAt > 0 && <Text size={200}>{`上次检查：${formatDateTime(new Date(state.lookedAt))}`}</Text>}
    </Card>
  )
}

/** Shows `off` when the user has disabled updates, except for an update that is already in progress. */
const shownPhase = (phase: UpdateState['phase'], mode: Settings['updateMode']): ShownPhase =>
  mode === 'off' && (phase === 'idle' || phase === 'available' || phase === 'failed') ? 'off' : phase

/** The button for the next step of the update. */
function StepButton({ phase }: { phase: ShownPhase }) {
  const look = useWrite('update.look')
  const download = useWrite('update.download')
  const install = useWrite('update.install')
  if (phase === 'ready' || phase === 'waiting')
    return (
      <Button
        appearance="primary"
        icon={<RocketRegular />}
        disabled={phase === 'waiting'}
        onClick={() => install.mutate({})}
      >
        安装并重新启动
      </Button>
    )
  if (phase === 'available')
    return (
      <Button appearance="primary" icon={<ArrowDownloadRegular />} onClick={() => download.mutate({})}>
        下载
      </Button>
    )
  return (
    <Button
      icon={<ArrowSyncRegular />}
      disabled={phase === 'looking' || phase === 'downloading' || phase === 'off'}
      onClick={() => look.mutate({})}
    >
      检查更新
    </Button>
  )
}
