const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]

/**
 * The configuration of an nginx in the foreground, whose files are in a folder.
 *
 * @param http its upstreams and servers
 */
export function nginxConfig(folder: string, http: string): string {
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`)
  return `
    daemon off;
    pid ${folder}/nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      ${paths.join("\n")}
      ${http}
    }`
}

/** The arguments that start it. */
export function nginxArguments(file: string): string[] {
  return ["-e", "stderr", "-c", file]
}
