{{- define "filemill.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that select: they never change in the life of a release. */}}
{{- define "filemill.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of everything. */}}
{{- define "filemill.labels" -}}
{{ include "filemill.selector" . }}
app.kubernetes.io/part-of: filemill
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/*
The entries of `services` that are on, each over its defaults, as JSON by name. A worker (an entry with a `lane`) starts
from `laneDefaults`, and its pods live as long after SIGTERM as the lane's longest job.
*/}}
{{- define "filemill.services" -}}
{{- $found := dict }}
{{- range $name, $entry := .Values.services }}
{{- $base := ternary $.Values.laneDefaults $.Values.defaults (hasKey $entry "lane") }}
{{- $service := mergeOverwrite (deepCopy $base) (deepCopy $entry) }}
{{- if $service.enabled }}
{{- if hasKey $service "lane" }}{{ $_ := set $service "drainSeconds" $service.longestJobSeconds }}{{ end }}
{{- $_ := set $service "image" (default $name $service.image) }}
{{- $_ := set $found $name $service }}
{{- end }}
{{- end }}
{{- toJson $found }}
{{- end }}

{{/* Reference of an image: `dict "root" $ "name" <image>`. A digest pins it whatever the tag says. */}}
{{- define "filemill.image" -}}
{{- $image := .root.Values.image }}
{{- $path := printf "%s/%s" $image.repository .name }}
{{- if $image.registry }}{{ $path = printf "%s/%s" $image.registry $path }}{{ end }}
{{- with index $image.digests .name }}{{ $path }}@{{ . }}{{ else }}{{ $path }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* An environment variable out of the table of secrets: `dict "root" $ "variable" <NAME> "secret" <row>`. */}}
{{- define "filemill.secretVariable" -}}
{{- $row := index .root.Values.secrets .secret | required (printf "secrets has no row %s" .secret) -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef: { name: {{ $row.name }}, key: {{ $row.key }}, optional: {{ $row.optional | default false }} }
{{- end }}

{{/* Whether the KEDA of `keda.mode` is there. Empty for no. */}}
{{- define "filemill.hasKeda" -}}
{{- if or (eq .Values.keda.mode "on") (and (eq .Values.keda.mode "auto") (.Capabilities.APIVersions.Has "keda.sh/v1alpha1")) }}yes{{ end }}
{{- end }}

{{/* Whether the Prometheus Operator of `monitoring.mode` is there. Empty for no. */}}
{{- define "filemill.hasMonitoring" -}}
{{- if or (eq .Values.monitoring.mode "on") (and (eq .Values.monitoring.mode "auto") (.Capabilities.APIVersions.Has "monitoring.coreos.com/v1")) }}yes{{ end }}
{{- end }}

{{/* Security of a container and of a pod under the restricted profile. */}}
{{- define "filemill.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}
{{- define "filemill.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
{{- end }}

{{/*
A peer of a network policy as it stands in the values, but that no range of addresses may hold the machine's metadata
service: 169.254.169.254, fd00:ec2::254.
*/}}
{{- define "filemill.peers" -}}
{{- $peers := list }}
{{- range . }}
{{- $peer := deepCopy . }}
{{- with $peer.ipBlock }}
{{- if hasPrefix "169.254." .cidr }}{{ fail (printf "networkPolicy: %s holds the metadata address" .cidr) }}{{ end }}
{{- if eq .cidr "0.0.0.0/0" }}{{ $_ := set . "except" (append (default list .except) "169.254.0.0/16" | uniq) }}{{ end }}
{{- if eq .cidr "::/0" }}{{ $_ := set . "except" (concat (default list .except) (list "fd00:ec2::254/128" "fe80::/10") | uniq) }}{{ end }}
{{- end }}
{{- $peers = append $peers $peer }}
{{- end }}
{{- toYaml $peers }}
{{- end }}
