/**
 * The bill of materials: what is inside the bundles of a package, and what npm installs with it.
 * CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json, read 2026-11-29). `npm sbom` would list the
 * development packages, of which the bundles hold a part.
 */

/**
 * The same for each build of the same sources: it has neither a time nor a serial number, which the
 * format leaves out at will.
 *
 * @param {{ name: string, version: string, license: string, description: string,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} manifest
 * @param {readonly import('./notices.mjs').Package[]} bundled
 * @param {Record<string, { version?: string, license?: string, integrity?: string }>} locked rows of
 *   package-lock.json by place
 */
export function billOfMaterials(manifest, bundled, locked) {
  const inside = bundled.map((one) => ({
    ...libraryOf(one, locked),
    scope: 'required',
    externalReferences: [{ type: 'vcs', url: one.source }],
  }))
  const beside = [
    ...Object.keys(manifest.dependencies ?? {}).map((name) => [name, 'required']),
    ...Object.keys(manifest.optionalDependencies ?? {}).map((name) => [name, 'optional']),
  ]
    .map(([name, scope]) => ({
      ...libraryOf({ name, ...locked[`node_modules/${name}`] }, locked),
      scope,
    }))
    // What is bundled as well is listed once.
    .filter((one) => !inside.some(({ purl }) => purl === one.purl))
  const components = [...inside, ...beside]
  const self = {
    type: 'application',
    ...identityOf(manifest),
    description: manifest.description,
    licenses: [licenceOf(manifest.license)],
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: self },
    components,
    dependencies: [
      { ref: self['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) },
      ...components.map((one) => ({ ref: one['bom-ref'] })),
    ],
  }
}

function libraryOf({ name, version, license }, locked) {
  const hash = /^sha512-(.+)$/.exec(integrityOf(name, version, locked) ?? '')?.[1]
  return {
    type: 'library',
    ...identityOf({ name, version }),
    licenses: [licenceOf(license)],
    ...(hash !== undefined && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}

/** Of the published package, wherever npm has put that version; undefined if it is not installed. */
function integrityOf(name, version, locked) {
  return Object.entries(locked).find(
    ([path, row]) => path.endsWith(`node_modules/${name}`) && row.version === version,
  )?.[1].integrity
}

function identityOf({ name, version }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { 'bom-ref': purl, name, version, purl }
}

function licenceOf(license) {
  return / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }
}
