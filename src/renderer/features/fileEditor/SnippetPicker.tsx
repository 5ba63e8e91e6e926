import { Button, Dropdown, makeStyles, Option, tokens } from '@fluentui/react-components'
import { CodeBlockRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { SNIPPETS } from '#engine/catalogue/index.ts'

const useSnippetPickerStyles = makeStyles({
  root: { display: 'flex', gap: tokens.spacingHorizontalXS },
  choice: { minWidth: '190px' },
})

/** A·§2: chooses a template tag; 生成 inserts it at the cursor. */
export function SnippetPicker({ disabled, onInsert }: { disabled: boolean; onInsert: (text: string) => void }) {
  const styles = useSnippetPickerStyles()
  const [id, setId] = useState<string>()
  const snippet = SNIPPETS.find((each) => each.id === id)
  return (
    <div className={styles.root}>
      <Dropdown
        className={styles.choice}
        aria-label="模板标签"
        placeholder="选择模板标签"
        value={snippet?.title ?? ''}
        selectedOptions={id ? [id] : []}
        onOptionSelect={(_event, data) => setId(data.optionValue)}
      >
        {SNIPPETS.map((each) => (
          <Option key={each.id} value={each.id} text={each.title}>
            {each.title}
          </Option>
        ))}
      </Dropdown>
      <Button
        icon={<CodeBlockRegular />}
        disabled={disabled || !snippet}
        onClick={() => snippet && onInsert(snippet.text)}
      >
        生成
      </Button>
    </div>
  )
}
