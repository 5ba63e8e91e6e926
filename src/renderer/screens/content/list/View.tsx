import { ContentPage } from '#renderer/kit/contentList/ContentPage.tsx'

/** Variant A of the content list. */
export function View() {
  return <ContentPage review={false} />
}
