import { Field, Radio, RadioGroup, Switch } from '@fluentui/react-components'
import { settings } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { HOST_WINDOW } from './text.ts'

/** How the program shows itself where it runs without Electron; nothing in Electron. */
export function HostWindow() {
  const { data: app } = useRead('app.info', {})
  const { data: kept } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  if (!kept || app?.host !== 'browser') return null
  const isWindow = kept.hostWindow === 'app'
  return (
    <Card title={HOST_WINDOW.title}>
      <Field label={HOST_WINDOW.opens} hint={HOST_WINDOW.nextStart}>
        <RadioGroup
          value={kept.hostWindow}
          onChange={(_event, { value }) => save.mutate({ hostWindow: settings.shape.hostWindow.parse(value) })}
        >
          {HOST_WINDOW.ways.map(({ value, title }) => (
            <Radio key={value} value={value} label={title} />
          ))}
        </RadioGroup>
      </Field>
      {isWindow && (
        <>
          <Field label={HOST_WINDOW.browser}>
            <RadioGroup
              layout="horizontal"
              value={kept.hostBrowser}
              onChange={(_event, { value }) => save.mutate({ hostBrowser: settings.shape.hostBrowser.parse(value) })}
            >
              {HOST_WINDOW.browsers.map(({ value, title }) => (
                <Radio key={value} value={value} label={title} />
              ))}
            </RadioGroup>
          </Field>
          <Field hint={HOST_WINDOW.endsHint}>
            <Switch
              label={HOST_WINDOW.stays}
              checked={kept.hostStays}
              onChange={(_event, { checked }) => save.mutate({ hostStays: checked })}
            />
          </Field>
        </>
      )}
    </Card>
  )
}
