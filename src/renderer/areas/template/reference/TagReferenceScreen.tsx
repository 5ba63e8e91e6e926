import { TagReference } from '#renderer/features/templateHelp/TagReference.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'

/** 模板标签手册 as a page of its own; the editor shows it in a dialog. */
export function TagReferenceScreen() {
  return (
    <Page>
      <PageHeader title="模板标签手册" text="模板里可以使用的全部标签、变量和过滤器" />
      <TagReference />
    </Page>
  )
}
