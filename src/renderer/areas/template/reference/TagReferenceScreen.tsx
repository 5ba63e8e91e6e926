import { TagReference } from '#renderer/features/templateHelp/TagReference.tsx'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'

/** 模板标签手册 as a page; the editor shows it in a dialog. */
export function TagReferenceScreen() {
  return (
    <Page>
      <PageHeader title="模板标签手册" text="模板中可以使用的全部标签、变量和过滤器" />
      <TagReference />
    </Page>
  )
}
