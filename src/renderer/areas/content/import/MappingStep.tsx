import { Checkbox, Field, MessageBar, MessageBarBody, Radio, RadioGroup } from '@fluentui/react-components'
import type { ContentImport, ImportSummary, ImportMapping } from '#shared/contract/contentImport.ts'
import { Card } from '#renderer/ui/layout/Card.tsx'
import { GroupMapping } from './GroupMapping.tsx'
import { SheetMapping } from './SheetMapping.tsx'

interface Props {
  made: ContentImport
  found: ImportSummary
  mapping: ImportMapping
  onChange: (more: Partial<ImportMapping>) => void
}

/** Maps the contents to columns and chooses how to import them. */
export function MappingStep({ made, found, mapping, onChange }: Props) {
  const { siteId, kind } = made
  return (
    <>
      <Card title="对应栏目">
        {kind === 'sheet' ? (
          <>
            {made.remembered && !made.mapping && (
              <MessageBar>
                <MessageBarBody>已按上次的对应关系填写，请核对</MessageBarBody>
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
        <Field label="已导入过的内容">
          <RadioGroup
            layout="horizontal"
            value={mapping.again}
            onChange={(_event, { value }) => onChange({ again: value === 'update' ? 'update' : 'skip' })}
          >
            <Radio value="skip" label="跳过" />
            <Radio value="update" label="用来源中的内容更新" />
          </RadioGroup>
        </Field>
        <Checkbox
          label="来源中已发布的内容，导入后直接发布（需要审批的栏目会提交审批）"
          checked={mapping.publish}
          onChange={(_event, { checked }) => onChange({ publish: checked === true })}
        />
        {kind !== 'sheet' && (
          <Checkbox
            label="从原网站的地址下载图片到资源库（不访问内网地址）"
            checked={mapping.fetchPictures}
            onChange={(_event, { checked }) => onChange({ fetchPictures: checked === true })}
          />
        )}
      </Card>
    </>
  )
}
