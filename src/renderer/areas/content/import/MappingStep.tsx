import { Checkbox, Field, MessageBar, MessageBarBody, Radio, RadioGroup } from '@fluentui/react-components'
import type { ContentImport, ImportFound, ImportMapping } from '#shared/contract/contentImport.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { GroupMapping } from './GroupMapping.tsx'
import { SheetMapping } from './SheetMapping.tsx'
import { IMPORT } from './text.ts'

interface Props {
  made: ContentImport
  found: ImportFound
  mapping: ImportMapping
  onChange: (more: Partial<ImportMapping>) => void
}

/** Where what was found goes, and what is done with it. */
export function MappingStep({ made, found, mapping, onChange }: Props) {
  const { siteId, kind } = made
  return (
    <>
      <Card title="对应栏目">
        {kind === 'sheet' ? (
          <>
            {made.remembered && !made.mapping && (
              <MessageBar>
                <MessageBarBody>{IMPORT.remembered}</MessageBarBody>
              </MessageBar>
            )}
            <SheetMapping {...{ siteId, found, mapping, onChange }} />
          </>
        ) : (
          <GroupMapping
            siteId={siteId}
            groups={found.groups}
            targets={mapping.groups}
            onChange={(groups) => onChange({ groups })}
          />
        )}
      </Card>
      <Card title="导入方式">
        <Field label={IMPORT.existing}>
          <RadioGroup
            layout="horizontal"
            value={mapping.again}
            onChange={(_event, { value }) => onChange({ again: value === 'update' ? 'update' : 'skip' })}
          >
            <Radio value="skip" label={IMPORT.skip} />
            <Radio value="update" label={IMPORT.update} />
          </RadioGroup>
        </Field>
        <Checkbox
          label={IMPORT.publish}
          checked={mapping.publish}
          onChange={(_event, { checked }) => onChange({ publish: checked === true })}
        />
        {kind !== 'sheet' && (
          <Checkbox
            label={IMPORT.fetch}
            checked={mapping.fetchPictures}
            onChange={(_event, { checked }) => onChange({ fetchPictures: checked === true })}
          />
        )}
      </Card>
    </>
  )
}
