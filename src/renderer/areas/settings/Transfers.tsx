import { Field, makeStyles, SpinButton } from '@fluentui/react-components'
import { settings } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'

const useStyles = makeStyles({ number: { width: '160px' } })

const limit = settings.shape.uploadLimitKbps
const MOST = 10_000_000
/** One press of the arrows. */
const STEP = 100

/** How fast all uploads together may be. */
export function Transfers() {
  const styles = useStyles()
  const { data } = useRead('settings.get', {})
  const save = useWrite('settings.set')
  if (!data) return null

  const setLimit = (wanted: number): void => {
    const parsed = limit.safeParse(Math.min(Math.max(Math.round(wanted), 0), MOST))
    if (parsed.success) save.mutate({ uploadLimitKbps: parsed.data })
  }

  return (
    <Card title="上传">
      <Field label="上传限速（KB/s）" hint="所有上传合计每秒最多发送的量，0 表示不限">
        <SpinButton
          className={styles.number}
          min={0}
          max={MOST}
          step={STEP}
          value={data.uploadLimitKbps}
          onChange={(_event, { value, displayValue }) =>
            setLimit(value ?? Number(displayValue ?? data.uploadLimitKbps))
          }
        />
      </Field>
    </Card>
  )
}
