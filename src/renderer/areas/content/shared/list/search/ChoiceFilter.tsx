import { Combobox, makeStyles, Option } from '@fluentui/react-components'
import { useState } from 'react'

const useStyles = makeStyles({
  root: { width: '160px', minWidth: 0 },
  input: { minWidth: 0, width: '100%' },
  list: { maxHeight: '320px' },
})

/** Maximum number of listed options; others are found by typing. */
const MAX_OPTIONS = 100

export interface FilterChoice {
  value: string
  title: string
}

interface Props {
  label: string
  /** undefined while they are loading. */
  options: readonly FilterChoice[] | undefined
  /** Why the options could not be loaded. */
  failure?: string | undefined
  /** '' for all. */
  value: string
  /** Called with the typed text, trimmed. */
  onType?: (key: string) => void
  onChange: (value: string) => void
}

/** A filter with one of several options, which can be searched by typing; empty for all. */
export function ChoiceFilter({ label, options, failure, value, onType, onChange }: Props) {
  const styles = useStyles()
  const [typed, setTypedText] = useState<string | null>(null)
  const setTyped = (text: string | null): void => {
    setTypedText(text)
    onType?.(text?.trim() ?? '')
  }
  const key = typed?.trim().toLowerCase() ?? ''
  const matches = (options ?? []).filter(({ title }) => title.toLowerCase().includes(key))
  const chosen = options?.find((option) => option.value === value)?.title ?? value
  return (
    <Combobox
      className={styles.root}
      input={{ className: styles.input }}
      listbox={{ className: styles.list }}
      aria-label={label}
      placeholder={failure ? `${label}（加载失败）` : label}
      title={failure ?? (chosen || undefined)}
      clearable
      clearIcon={{ 'aria-label': `清空${label}` }}
      expandIcon={{ 'aria-label': `展开${label}` }}
      value={typed ?? chosen}
      selectedOptions={value ? [value] : []}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => setTyped(null)}
      onOptionSelect={({ type, target }, { optionValue }) => {
        // Fluent deselects when other text is typed; the choice stays until another is made or the text is emptied.
        if (!optionValue && type === 'change' && target instanceof HTMLInputElement && target.value !== '') return
        setTyped(null)
        onChange(optionValue ?? '')
      }}
    >
      {matches.slice(0, MAX_OPTIONS).map((option) => (
        <Option key={option.value} value={option.value} text={option.title}>
          {option.title}
        </Option>
      ))}
      {matches.length > MAX_OPTIONS && (
        <Option disabled value="" text="">
          另有 {matches.length - MAX_OPTIONS} 个，请输入名称查找
        </Option>
      )}
      {options && matches.length === 0 && (
        <Option disabled value="" text="">
          没有可选的内容
        </Option>
      )}
    </Combobox>
  )
}
