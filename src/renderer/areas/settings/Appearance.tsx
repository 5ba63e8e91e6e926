import { Field, makeStyles, Radio, RadioGroup, SpinButton, tokens } from '@fluentui/react-components'
import { settings } from '#shared/contract/host.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { THEMES } from '#renderer/ui/layout/text.ts'

const useStyles = makeStyles({
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
export function Appearance() {
  const styles = useStyles()
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
