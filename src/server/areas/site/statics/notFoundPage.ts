/** Default page for sites whose template has no 404.html. */
export const NOT_FOUND_HTML = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>页面不存在</title>
<style>
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f5f5f5;color:#242424;font:16px/1.7 "Microsoft YaHei","PingFang SC",sans-serif}
main{padding:32px;text-align:center}h1{margin:0 0 8px;font-size:28px}a{color:#0b5cad}
</style>
</head>
<body><main><h1>抱歉，当前页面不存在</h1><p>请检查您输入的网址是否正确，或<a href="/">返回首页</a>。</p></main></body>
</html>
`
