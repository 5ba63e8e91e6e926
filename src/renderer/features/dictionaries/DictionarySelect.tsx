import { Button, Combobox, makeStyles, Option, Text, tokens } from '@fluentui/react-components'
import { type Ref, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from '#renderer/ui/fields/bound.ts'
import { FieldFrame } from '#renderer/ui/fields/FieldFrame.tsx'
import { type DictionaryKind, useDictionaries } from './useDictionaries.ts'

const useStyles = makeStyles({
  root: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
  option: { display: 'grid', minWidth: 0, overflowWrap: 'anywhere' },
  hint: { color: tokens.colorNeutralForeground3 },
  failed: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
})

/** Further options are found by typing. */
const MAX_OPTIONS = 100

interface Props {
  siteId: number
  kind: DictionaryKind
  /** Id of the dictionary; 0 for none. */
  value: number
  onChange: (id: number) => void
  /** Name for screen readers; absent inside a Field, which has its own. */
  label?: string
  disabled?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** Chooses a flat or a multi-level dictionary by its name or number. */
export function DictionarySelect({ siteId, kind, value, onChange, label, disabled = false, inputRef }: Props) {
  const styles = useStyles()
  const [typed, setTyped] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const { options, current, error, retry } = useDictionaries(siteId, kind)
  if (!options && error)
    return (
      <div className={styles.failed} role="alert">
        <Text>字典加载失败</Text>
        <Button onClick={retry}>重试</Button>
      </div>
    )

  const key = typed?.trim().toLowerCase() ?? ''
  const found = (options ?? []).filter(({ id, title }) => title.toLowerCase().includes(key) || String(id) === key)
  const chosen = options?.find((option) => option.id === value)
  const currentText = chosen?.title ?? (value > 0 && current ? `编号 ${value}（字典已不存在，请重新选择）` : '')
  return (
    <Combobox
      ref={inputRef}
      className={styles.root}
      listbox={{ className: styles.list }}
      expandIcon={{ 'aria-label': '展开' }}
      {...(label ? { 'aria-label': label } : {})}
      placeholder={options ? '请选择字典，可输入名称查找' : '正在加载字典…'}
      disabled={disabled}
      value={typed ?? currentText}
      selectedOptions={chosen ? [String(value)] : []}
      open={open}
      onOpenChange={(_event, data) => setOpen(data.open)}
      onChange={(event) => {
        setTyped(event.target.value)
        // Keys of an input method don't open the list by themselves.
        setOpen(true)
      }}
      onBlur={() => setTyped(null)}
      onOptionSelect={(_event, { optionValue }) => {
        // No value means that the typed text fits no option: the present choice stays.
        if (!optionValue) return
        onChange(Number(optionValue))
        setTyped(null)
      }}
    >
      {found.slice(0, MAX_OPTIONS).map(({ id, title, hint }) => (
        <Option key={id} value={String(id)} text={title}>
          <span className={styles.option}>
            {title}
            <Text size={200} className={styles.hint}>
              编号 {id} · {hint || '没有值'}
            </Text>
          </span>
        </Option>
      ))}
      {found.length > MAX_OPTIONS && (
        <Option disabled value="" text="">
          还有 {found.length - MAX_OPTIONS} 个，请输入名称查找
        </Option>
      )}
      {options && found.length === 0 && (
        <Option disabled value="" text="">
          {key ? '没有找到字典' : '还没有字典，请先在“数据资源”中新增'}
        </Option>
      )}
    </Combobox>
  )
}

/** DictionarySelect bound to a form value. */
export function DictionaryField<In extends FieldValues, Out>(props: Bound<In, Out> & Pick<Props, 'siteId' | 'kind'>) {
  const { siteId, kind, disabled, ...frame } = props
  return (
    <FieldFrame {...frame}>
      {({ value, onChange, ref }) => (
        <DictionarySelect
          {...{ siteId, kind, onChange }}
          value={value ?? 0}
          disabled={disabled ?? false}
          inputRef={ref}
        />
      )}
    </FieldFrame>
  )
}
