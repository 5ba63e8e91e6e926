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
import { MANAGED, useManaged } from './Managed.tsx'
import { type ShownPhase, UPDATES } from './text.ts'

const useStyles = makeStyles({ notes: { height: '160px', resize: 'vertical' } })

/** Newer versions of the program: what is there, what is new in it, and when it is installed. */
export function Updates() {
  const styles = useStyles()
  const { data: state } = useRead('update.state', {})
  const { data: kept } = useRead('settings.get', {})
  const setAnswer = useSetAnswer()
  useHostEvent('update.changed', (next) => setAnswer('update.state', {}, next))
  const save = useWrite('settings.set')
  const isManaged = useManaged('Updates')
  if (!state || !kept) return null
  const phase = shownOf(state.phase, kept.updateMode)
  if (phase === 'unsupported')
    return (
      <Card title={UPDATES.title}>
        <Text>{state.message}</Text>
      </Card>
    )
  return (
    <Card title={UPDATES.title} actions={<Step phase={phase} />}>
      <Text aria-live="polite">{UPDATES.said(phase, state)}</Text>
      {state.returnedFrom && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{UPDATES.returned(state)}</MessageBarBody>
        </MessageBar>
      )}
      {phase === 'downloading' && <ProgressBar aria-label={UPDATES.downloading} value={state.percent / 100} />}
      {phase === 'failed' && (
        <MessageBar intent="error" layout="multiline">
          <MessageBarBody>{state.message}</MessageBarBody>
        </MessageBar>
      )}
      {phase === 'waiting' && (
        <MessageBar layout="multiline">
          <MessageBarBody>{UPDATES.waitsFor(state.waitsFor)}</MessageBarBody>
        </MessageBar>
      )}
      {state.notes && (
        <Field label={UPDATES.notes(state.version)}>
          <Textarea className={styles.notes} readOnly value={state.notes} />
        </Field>
      )}
      <Field label={UPDATES.mode} {...(isManaged ? { hint: MANAGED } : {})}>
        <RadioGroup
          disabled={isManaged}
          value={kept.updateMode}
          onChange={(_event, { value }) => save.mutate({ updateMode: settings.shape.updateMode.parse(value) })}
        >
          {UPDATES.modes.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      <Field label={UPDATES.channel}>
        <RadioGroup
          layout="horizontal"
          value={kept.updateChannel}
          onChange={(_event, { value }) => save.mutate({ updateChannel: settings.shape.updateChannel.parse(value) })}
        >
          {UPDATES.channels.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      {state.lookedAt > 0 && <Text size={200}>{UPDATES.lookedAt(formatDateTime(new Date(state.lookedAt)))}</Text>}
    </Card>
  )
}

/** Nothing is looked for where the person has switched it off; what is under way goes on. */
const shownOf = (phase: UpdateState['phase'], mode: Settings['updateMode']): ShownPhase =>
  mode === 'off' && (phase === 'idle' || phase === 'available' || phase === 'failed') ? 'off' : phase

/** The one step that comes next. */
function Step({ phase }: { phase: ShownPhase }) {
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
        {UPDATES.install}
      </Button>
    )
  if (phase === 'available')
    return (
      <Button appearance="primary" icon={<ArrowDownloadRegular />} onClick={() => download.mutate({})}>
        {UPDATES.download}
      </Button>
    )
  return (
    <Button
      icon={<ArrowSyncRegular />}
      disabled={phase === 'looking' || phase === 'downloading' || phase === 'off'}
      onClick={() => look.mutate({})}
    >
      {UPDATES.look}
    </Button>
  )
}
