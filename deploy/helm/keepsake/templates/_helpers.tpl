{{- define "keepsake.labels" -}}
app.kubernetes.io/name: keepsake
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{/* The selector of a part, given a dictionary of root and part. */}}
{{- define "keepsake.selector" -}}
app.kubernetes.io/name: keepsake
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{/* The pod of a part, given a dictionary of root, part and values. */}}
{{- define "keepsake.pod" -}}
metadata:
  labels:
    {{- include "keepsake.selector" . | nindent 4 }}
  annotations:
    checksum/settings: {{ include "keepsake.settings" .root | sha256sum }}
spec:
  automountServiceAccountToken: false
  # A server gives its last requests ten seconds.
  terminationGracePeriodSeconds: 45
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile:
      type: RuntimeDefault
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "keepsake.selector" . | nindent 10 }}
  containers:
    - name: {{ .part }}
      image: "{{ .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      {{- if eq .part "worker" }}
      args: ["ops/start.mjs", "--worker"]
      {{- else }}
      ports:
        - name: http
          containerPort: 3000
      # The first start migrates the database.
      startupProbe:
        {{- include "keepsake.probe" "health" | nindent 8 }}
        periodSeconds: 2
        failureThreshold: 300
      # Not "health": an outage of the database would restart every server.
      livenessProbe:
        {{- include "keepsake.probe" "ready?only=server" | nindent 8 }}
        periodSeconds: 20
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        {{- include "keepsake.probe" "ready?only=server" | nindent 8 }}
        periodSeconds: 5
        timeoutSeconds: 5
      lifecycle:
        preStop:
          exec:
            # Until the ingress has noticed that this pod is leaving.
            command: ["sleep", "5"]
      {{- end }}
      envFrom:
        - configMapRef:
            name: {{ .root.Release.Name }}-settings
        - secretRef:
            name: {{ .root.Values.existingSecret }}
      env:
        - name: WORKER_IN_PROCESS
          value: "off"
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities:
          drop: ["ALL"]
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        - name: scratch
          mountPath: /data
  volumes:
    - name: tmp
      emptyDir:
        medium: Memory
        sizeLimit: 256Mi
    - name: scratch
      emptyDir:
        sizeLimit: {{ .root.Values.scratch }}
{{- end }}

{{/* Health checks can always use the name localhost. */}}
{{- define "keepsake.probe" -}}
httpGet:
  path: /api/{{ . }}
  port: http
  httpHeaders:
    - name: Host
      value: localhost
{{- end }}

{{- define "keepsake.settings" -}}
APP_URL: {{ .Values.appUrl | quote }}
TRUST_PROXY: {{ .Values.trustProxy | quote }}
S3_ENDPOINT: {{ .Values.s3.endpoint | quote }}
S3_REGION: {{ .Values.s3.region | quote }}
S3_BUCKET: {{ .Values.s3.bucket | quote }}
{{- range $name, $value := .Values.settings }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
